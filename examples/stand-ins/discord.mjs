// A stand-in for a chat service like Discord, for the examples: node discord.mjs [PORT]
//
// POST /users/ID/messages, /threads/ID/messages {"content", "nonce"}: a message; the same nonce again is the same
// message. Each route is a bucket of 5 messages a second: X-RateLimit-* say what is left of it, and above it the
// answer is 429 with Retry-After. People whose id begins with "closed" take no messages: 403.
// GET /messages?nonce=: what was sent. GET /stats: how many calls were refused by a bucket.
import { createServer } from "node:http";

const LIMIT = 5;
const SPAN_MS = 1000;
const buckets = new Map();
const messages = [];
let refused = 0;

function take(route) {
	const now = Date.now();
	let bucket = buckets.get(route);
	if (!bucket || now >= bucket.resetAt) buckets.set(route, (bucket = { left: LIMIT, resetAt: now + SPAN_MS }));
	const isOpen = bucket.left > 0;
	if (isOpen) bucket.left--;
	return { isOpen, left: bucket.left, resetAfter: (bucket.resetAt - now) / 1000 };
}

function post(kind, id, { content, nonce }) {
	const limits = take(kind);
	const headers = { "x-ratelimit-bucket": kind, "x-ratelimit-remaining": limits.left, "x-ratelimit-reset-after": limits.resetAfter };
	if (!limits.isOpen) {
		refused++;
		return [429, { retry_after: limits.resetAfter }, { ...headers, "retry-after": Math.ceil(limits.resetAfter) }];
	}
	if (kind === "users" && id.startsWith("closed")) return [403, { code: 50007, message: "Cannot send messages to this user" }, headers];
	let message = messages.find((one) => one.nonce === nonce);
	if (!message) messages.push((message = { id: String(messages.length + 1), to: `${kind}/${id}`, content, nonce }));
	return [200, message, headers];
}

const server = createServer((request, response) => {
	const pieces = [];
	request.on("data", (piece) => pieces.push(piece));
	request.on("end", () => {
		const url = new URL(request.url, "http://stand-in");
		const [, kind, id, what] = url.pathname.split("/");
		let answer = [404, { message: "not here" }, {}];
		if (request.method === "POST" && ["users", "threads"].includes(kind) && what === "messages") {
			answer = post(kind, decodeURIComponent(id), JSON.parse(String(Buffer.concat(pieces))));
		} else if (kind === "messages") {
			const nonce = url.searchParams.get("nonce");
			answer = [200, nonce ? messages.filter((one) => one.nonce === nonce) : messages, {}];
		} else if (kind === "stats") answer = [200, { refused }, {}];
		response.writeHead(answer[0], { "content-type": "application/json", ...answer[2] }).end(JSON.stringify(answer[1]));
	});
});
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
