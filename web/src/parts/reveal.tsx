// A secret that the server shows only once: it stays until somebody closes it.
import { visible } from "../data/text";
import { signal } from "@preact/signals";
import { CopyButton } from "./copy";
import { Dialog } from "./overlay";

interface Revealed {
	title: string;
	text: string;
	value: string;
	close?: string; // the word on the button
}

const revealed = signal<Revealed | null>(null);

export function reveal(one: Revealed): void {
	revealed.value = one;
}

export function RevealHost() {
	const one = revealed.value;
	if (!one) return null;
	const close = (): void => { revealed.value = null; };
	return (
		<Dialog title={visible(one.title)} label={visible(one.title)} onClose={close}>
			<p class="ask-text">{one.text}</p>
			<div class="code-line"><pre data-secret>{one.value}</pre><CopyButton text={one.value} label="Copy" /></div>
			<div class="dialog-foot"><button type="button" class="button is-primary" data-action="reveal.close" onClick={close}>{one.close ?? "I have kept it"}</button></div>
		</Dialog>
	);
}
