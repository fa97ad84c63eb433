// A mentor and a mentee were paired: node pair.mjs GUILD PAIR
// From now on both are asked every second Monday at 18:00, by the clocks of London.
import { Client, createScheduler } from "belfry";

const [guildId, pairId] = process.argv.slice(2);
const { scheduleRecurring } = createScheduler(new Client());

const first = await scheduleRecurring({
	guildId,
	type: "mentor.checkin.ping",
	payload: { pairId },
	rrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=18;BYMINUTE=0;BYSECOND=0",
	tz: "Europe/London",
});
console.log(first); // the run of the first Monday; the same pair again is the same series
