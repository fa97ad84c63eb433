// Carries out the check-ins: DISCORD_URL=... node worker.mjs
import { readFileSync } from "node:fs";
import { Client, handleAll, Worker } from "belfry";
import { sendMessage, sentBefore } from "../stand-ins/discord-client.mjs";

const client = new Client();

// The guild's runs share one route, so that a closed bucket of the chat service holds them back and nothing else.
await client.put("/types/{name}", { path: { name: "mentor.checkin.ping" }, body: { route: "discord", notifies: true } });

/** Pairs are looked up just in time: the payload carries an id, never a person. */
function findPair(pairId) {
	return JSON.parse(readFileSync("pairs.json", "utf8"))[pairId];
}

const handlers = {
	"mentor.checkin.ping": async ({ guildId, payload, context }) => {
		const pair = findPair(payload.pairId);
		if (!pair?.active) return { skipped: "the pair has ended" };
		for (const user of [pair.mentor, pair.mentee]) {
			const nonce = `checkin:${payload.pairId}:${user}:${context.runId}`;
			const send = () => sendMessage(context, `users/${user}`, `How is it going, ${user}? (${guildId})`, nonce);
			await context.once("dm", send, { key: nonce, check: () => sentBefore(nonce), didNotHappen: (error) => error.name === "RetryAfter" });
		}
		return { sent: 2 };
	},
};

const worker = new Worker({ client, concurrency: 4 });
await handleAll(worker, handlers).run();
