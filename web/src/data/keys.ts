// The keyboard: screens and parts say which keys they take while they are there; what was opened
// last comes first. `?` shows all that count at the moment.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

export interface Binding {
	keys: string; // "j", "g d" (one after the other), "Ctrl+k", "Escape"
	title: string;
	run: () => void;
	isHidden?: boolean; // works, and is not worth a line of help
}

interface Layer {
	bindings: Binding[];
	isModal: boolean; // nothing below it is heard
}

const layers = signal<readonly Layer[]>([]);
const SEQUENCE_MS = 1200;

let first = "";
let firstAt = 0;

export function addKeys(bindings: Binding[], isModal = false): () => void {
	const layer = { bindings, isModal };
	layers.value = [...layers.peek(), layer];
	return () => { layers.value = layers.peek().filter((one) => one !== layer); };
}

export function useKeys(bindings: Binding[], isOn = true, isModal = false): void {
	const latest = useRef(bindings);
	latest.current = bindings;
	const signature = bindings.map((one) => `${one.keys} ${one.title}`).join();
	useEffect(() => {
		if (!isOn) return undefined;
		return addKeys(latest.current.map((one, index) => ({
			...one, run: () => latest.current[index]?.run(),
		})), isModal);
	}, [signature, isOn, isModal]);
}

function heard(): Layer[] {
	const all = [...layers.value].reverse();
	const modal = all.findIndex((layer) => layer.isModal);
	return modal < 0 ? all : all.slice(0, modal + 1);
}

export function currentKeys(): Binding[] {
	const seen = new Set<string>();
	const list: Binding[] = [];
	for (const layer of heard()) {
		for (const binding of layer.bindings) {
			if (seen.has(binding.keys) || binding.isHidden) continue;
			seen.add(binding.keys);
			list.push(binding);
		}
	}
	return list;
}

function find(keys: string): Binding | undefined {
	for (const layer of heard()) {
		const found = layer.bindings.find((one) => one.keys === keys);
		if (found) return found;
	}
	return undefined;
}

function isSequenceStart(key: string): boolean {
	return heard().some((layer) => layer.bindings.some((one) => one.keys.startsWith(`${key} `)));
}

function isTyping(event: KeyboardEvent): boolean {
	const target = event.target as HTMLElement | null;
	if (!target) return false;
	return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
		&& !/^(checkbox|radio|button)$/.test((target as HTMLInputElement).type);
}

function nameOf(event: KeyboardEvent): string {
	const modified = event.ctrlKey || event.metaKey;
	return modified ? `Ctrl+${event.key.toLowerCase()}` : event.key;
}

function onKey(event: KeyboardEvent): void {
	if (event.defaultPrevented || event.altKey || event.isComposing) return;
	const name = nameOf(event);
	if (isTyping(event) && name !== "Escape" && !name.startsWith("Ctrl+")) return;
	const isSecond = first && event.timeStamp - firstAt < SEQUENCE_MS;
	const binding = isSecond ? find(`${first} ${name}`) ?? find(name) : find(name);
	first = "";
	if (binding) {
		event.preventDefault();
		binding.run();
	} else if (isSequenceStart(name)) {
		first = name;
		firstAt = event.timeStamp;
	}
}

document.addEventListener("keydown", onKey);

export function keyText(keys: string): string[] {
	return keys.replace("Escape", "Esc").split(" ");
}
