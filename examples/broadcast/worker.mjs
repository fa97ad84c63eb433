// Sends reminders, mentions and broadcasts: DISCORD_URL=... node worker.mjs
import { Fail, RetryAfter, Worker } from "belfry";
import { sendMessage, sentBefore } from "../stand-ins/discord-client.mjs";

const worker = new Worker({ concurrency: 8 });
const isRefused = (error) => error instanceof RetryAfter || error instanceof Fail;

/** One message, once, however often the run is attempted. */
function deliver(context, target, text, key) {
	return context.once("message", () => sendMessage(context, target, text, key), { key, check: () => sentBefore(key), didNotHappen: isRefused });
}

worker.handle("events.reminder", async (context) => {
	const { event, user } = context.payload;
	await deliver(context, `users/${user}`, `Event ${event} is near`, context.lease.idempotency_key ?? context.runId);
	context.report({ channel: `dm:${user}` }); // for the delivery log
});

worker.handle("events.reminder.mention", async (context) => {
	const { event, user } = context.payload;
	await deliver(context, `threads/${event}`, `@${user} event ${event} is near`, `mention:${context.runId}`);
	context.report({ channel: `thread:${event}` });
});

// A chunk is one run. A person who cannot be reached is named in its result.
// After a 429 the chunk is attempted again, and goes on where it was: what was sent is not sent again.
worker.handle("comms.broadcast.batch", async (context) => {
	const failures = [];
	for (const user of context.payload.items) {
		try {
			await deliver(context, `users/${user}`, context.payload.text, `${context.lease.idempotency_key}:${user}`);
		} catch (error) {
			if (!(error instanceof Fail)) throw error;
			failures.push({ item: user, error: error.errorClass });
		}
	}
	return { sent: context.payload.items.length - failures.length, failures };
});

await worker.run();
