// Signed webhooks (Standard Webhooks): whether a call really comes from the server.
import { createHmac, timingSafeEqual } from "node:crypto";
import { WebhookRefused } from "./errors.js";

export interface WebhookCheck {
	/** Seconds that the call's time may differ from ours; default 300. */
	toleranceSeconds?: number;
	/** The present, in milliseconds; for tests. */
	now?: number;
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

function header(headers: HeaderSource, name: string): string {
	const value = headers instanceof Headers ? headers.get(name) : headers[name];
	if (typeof value !== "string" || value === "") throw new WebhookRefused(`the header ${name} is missing`);
	return value;
}

function secretBytes(secret: string): Buffer {
	const text = secret.startsWith("whsec_") ? secret.slice("whsec_".length) : secret;
	const bytes = Buffer.from(text, "base64");
	if (bytes.length === 0) throw new TypeError("a secret is whsec_ and base64");
	return bytes;
}

/**
 * Returns the event of a webhook call, or throws {@link WebhookRefused}. `body` is the body as it
 * came, before any parsing. Pass two secrets while one replaces the other.
 */
export function verifyWebhook(secrets: string | readonly string[], headers: HeaderSource, body: string | Uint8Array, check: WebhookCheck = {}): unknown {
	const id = header(headers, "webhook-id");
	const timestamp = header(headers, "webhook-timestamp");
	const given = header(headers, "webhook-signature");
	const seconds = /^\d+$/.test(timestamp) ? Number(timestamp) : NaN;
	const tolerance = check.toleranceSeconds ?? 300;
	if (!(Math.abs((check.now ?? Date.now()) / 1000 - seconds) <= tolerance))
		throw new WebhookRefused("the webhook's time is too far from the present");
	const signatures = given.split(" ").filter((s) => s.startsWith("v1,")).map((s) => Buffer.from(s.slice(3), "base64"));
	for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
		const expected = createHmac("sha256", secretBytes(secret)).update(`${id}.${timestamp}.`).update(body).digest();
		if (signatures.some((s) => s.length === expected.length && timingSafeEqual(s, expected)))
			return JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString("utf8"));
	}
	throw new WebhookRefused("no signature fits");
}
