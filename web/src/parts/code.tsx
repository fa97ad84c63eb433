// JSON and output as text, with a button to copy it. Nothing of it is ever read as markup.
import { json, output } from "../data/text";
import { CopyButton } from "./copy";

const SHOWN_MAX = 200_000; // characters; beyond that the rest is left to the copy

export function Code({ text, label, tall = false }: { text: string; label: string; tall?: boolean }) {
	const shown = output(text.slice(0, SHOWN_MAX));
	return (
		<div class={`code ${tall ? "is-tall" : ""}`}>
			<pre tabIndex={0} aria-label={label}>{shown}{text.length > SHOWN_MAX ? "\n…" : ""}</pre>
			<CopyButton text={text} label={`Copy ${label}`} />
		</div>
	);
}

export function Json({ value, label, tall }: { value: unknown; label: string; tall?: boolean }) {
	return <Code text={json(value)} label={label} tall={tall ?? false} />;
}
