// Text from outside, made safe to look at. It is only ever inserted as text.

// Control characters are shown instead of acting: a line of output must not hide another, and
// letters must not run backwards.
export function visible(text: string): string {
	return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
		(char) => char === "\r" ? "" : replacement(char));
}

function replacement(char: string): string {
	const code = char.charCodeAt(0);
	if (code < 0x20) return String.fromCharCode(0x2400 + code);
	if (code === 0x7f) return "\u2421";
	return `\\u${code.toString(16).padStart(4, "0")}`;
}

// Escape sequences of a terminal (colours, cursor moves) say nothing here.
export function withoutAnsi(text: string): string {
	return text.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, "").replace(/\u001b\][^\u0007\u001b]*(\u0007|\u001b\\)/g, "");
}

export function output(text: string): string {
	return visible(withoutAnsi(text));
}

const numbers = new Intl.NumberFormat("en-US");

export function count(value: number): string {
	return numbers.format(value);
}

export function compact(value: number): string {
	if (value < 10_000) return count(value);
	if (value < 1_000_000) return `${(value / 1000).toFixed(value < 100_000 ? 1 : 0)}k`;
	return `${(value / 1_000_000).toFixed(1)}M`;
}

export function plural(value: number, one: string, many = `${one}s`): string {
	return `${count(value)} ${value === 1 ? one : many}`;
}

// As a sentence begins.
export function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

// The type of a run as people know it: Belfry's own have names that only programs need.
export function typeName(type: string): string {
	return type.startsWith("@webhook.") ? `Webhook delivery (${shortId(type)})` : visible(type);
}

export function json(value: unknown): string {
	return JSON.stringify(value, null, 2) ?? "";
}

export function shortId(id: string): string {
	return id.length > 12 ? id.slice(-12) : id;
}

// The class of an error before its message, unless the message begins with it.
export function failureText(errorClass: string | null | undefined, message: string): string {
	return !errorClass || message.startsWith(errorClass) ? message : `${errorClass}: ${message}`;
}

// A cell of a CSV file that a spreadsheet does not read as a formula.
export function csvCell(value: unknown): string {
	const text = value === null || value === undefined ? ""
		: typeof value === "object" ? JSON.stringify(value) : String(value);
	const tame = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
}

// Who did it: a person by name, a token by the end of its id. The one-time link has no token.
export function actorName(actor: string): string {
	const id = /^token:([0-9a-f-]{36})$/.exec(actor)?.[1];
	if (!id) return actor;
	return /^[0-]+$/.test(id) ? "the sign-in link" : `token ${id.slice(-12)}`;
}
