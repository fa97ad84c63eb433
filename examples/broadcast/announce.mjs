// Two things to announce: node announce.mjs GUILD EVENT STARTS_AT USER...
import { Client } from "belfry";

const [tenant_id, event, anchor, ...users] = process.argv.slice(2);
const client = new Client();

// Reminders a day, an hour and a quarter of an hour before, and when it starts. When the event is moved, so are they:
//   PUT ladders/event:7 {"anchor": ...}; when somebody confirms: POST ladders/event:7/stop {"user_id": ...}
for (const user_id of users) {
	await client.post("/ladders", {
		body: {
			tenant_id,
			entity: `event:${event}`,
			user_id,
			name: user_id,
			anchor,
			offsets: ["-24h", "-1h", "-15m", "0"],
			type: "events.reminder",
			payload: { event, user: user_id, alert: `event:${event}` },
		},
	});
}

// The news for everybody, in chunks of 50 with a pause between them. The same key again is the same broadcast.
const text = `Event ${event} is open for everybody`;
const chunks = [];
for (let at = 0; at < users.length; at += 50) chunks.push({ payload: { text, items: users.slice(at, at + 50) } });
const batch = await client.post("/batches", {
	body: { tenant_id, type: "comms.broadcast.batch", children: chunks, chunk_pause_ms: 200, chunk_jitter_ms: 100 },
	idempotencyKey: `broadcast:${event}`,
});
console.log(batch.id);
