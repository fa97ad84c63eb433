// Once for each guild: node setup.mjs GUILD
import { Client } from "belfry";

const [tenant_id] = process.argv.slice(2);
const client = new Client();
const put = (name, body) => client.put("/types/{name}", { path: { name }, query: { tenant_id }, body });

// A reminder goes to the person. Where direct messages are closed, the thread of the event is told instead, once an
// hour for each alert.
await put("events.reminder.mention", { route: "threads" });
await put("events.reminder", {
	route: "users",
	priority: "high",
	fatal: ["dm_closed"],
	fallback: { type: "events.reminder.mention", key: "alert", once_per_minutes: 60, classes: ["dm_closed"] },
});
await put("comms.broadcast.batch", { route: "users", backoff: { kind: "fixed", base_ms: 1000 } });
