// Calls of the chat service. What it says about its buckets is passed on to Belfry, which then starts no
// more runs of the route than the bucket has room for: most 429 never happen.
import { Fail, RetryAfter } from "belfry";

const url = process.env.DISCORD_URL;

export async function sendMessage(context, target, content, nonce) {
	const answer = await fetch(`${url}/${target}/messages`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ content, nonce }),
		signal: context.signal,
	});
	const reset_after_ms = Math.ceil(1000 * Number(answer.headers.get("x-ratelimit-reset-after")));
	context.report({
		rate_limit: {
			bucket: answer.headers.get("x-ratelimit-bucket"),
			remaining: Number(answer.headers.get("x-ratelimit-remaining")),
			reset_after_ms,
		},
	});
	// A 429 waits as told and uses no attempt.
	if (answer.status === 429) throw new RetryAfter(reset_after_ms, "too many messages", "http_429");
	if (answer.status === 403) throw new Fail("direct messages are closed", "dm_closed");
	if (!answer.ok) throw new Error(`the chat service answered ${answer.status}`);
	return { id: (await answer.json()).id };
}

/** The message of an attempt whose end is not known, if it was sent. */
export async function sentBefore(nonce) {
	const [message] = await (await fetch(`${url}/messages?nonce=${encodeURIComponent(nonce)}`)).json();
	return message && { id: message.id };
}
