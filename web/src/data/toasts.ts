// Short messages at the edge of the page: what was done, with a way back where there is one; what
// failed, with the id of the request.
import { signal } from "@preact/signals";
import { asProblem, type Problem } from "./problem";

export interface Toast {
	id: number;
	text: string;
	kind: "done" | "problem";
	problem?: Problem;
	undo?: () => void;
}

const DONE_MS = 6000;
const UNDO_MS = 8000;
const SHOWN_MAX = 4;

export const toasts = signal<readonly Toast[]>([]);

let last = 0;

export function dismiss(id: number): void {
	toasts.value = toasts.peek().filter((toast) => toast.id !== id);
}

function show(toast: Omit<Toast, "id">, ms: number): void {
	const id = ++last;
	toasts.value = [...toasts.peek().slice(1 - SHOWN_MAX), { ...toast, id }];
	if (ms) setTimeout(() => dismiss(id), ms);
}

export function tell(text: string, undo?: () => void): void {
	show({ text, kind: "done", ...(undo ? { undo } : {}) }, undo ? UNDO_MS : DONE_MS);
}

// A problem stays until it was read.
export function tellProblem(error: unknown, what: string): void {
	const problem = asProblem(error);
	show({ text: what, kind: "problem", problem }, 0);
}
