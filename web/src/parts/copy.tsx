// Copies a text to the clipboard and says so.
import { useState } from "preact/hooks";
import { Icon } from "./icon";

const SAID_MS = 1500;

export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false; // the browser forbids it without TLS, but on loopback it does not
	}
}

export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
	const [said, setSaid] = useState("");
	const copy = async (): Promise<void> => {
		setSaid(await copyText(text) ? "Copied" : "Not copied");
		setTimeout(() => setSaid(""), SAID_MS);
	};
	return (
		<button type="button" class={children ? "button" : "icon-button is-small"} aria-label={children ? undefined : label}
			title={label} onClick={() => { void copy(); }}>
			<Icon name={said === "Copied" ? "check" : "copy"} size={14} />
			{children && <span>{said || children}</span>}
			<span class="visually-hidden" role="status">{said}</span>
		</button>
	);
}
