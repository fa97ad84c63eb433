// Colours of the style sheet for what is drawn on a canvas, in the theme that is on.
import { effect, signal } from "@preact/signals";
import { theme } from "../data/prefs";

// Changes when colours do.
export const palette = signal(0);

const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => { palette.value++; });
effect(() => {
	void theme.value;
	palette.value = palette.peek() + 1;
});

const probe = document.createElement("span");
probe.hidden = true;

export function color(name: string): string {
	if (!probe.isConnected) document.body.append(probe);
	probe.style.color = `var(--${name})`;
	return getComputedStyle(probe).color;
}

// The same with less of it: 0 to 1.
export function faded(name: string, share: number): string {
	const parts = /(\d+(?:\.\d+)?)[, ]+(\d+(?:\.\d+)?)[, ]+(\d+(?:\.\d+)?)/.exec(color(name));
	return parts ? `rgb(${parts[1]} ${parts[2]} ${parts[3]} / ${share})` : color(name);
}
