// What a person has chosen for this browser: theme, zone of times, density. Kept in localStorage,
// shared by all tabs.
import { effect, signal, type Signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";
export type Zone = "local" | "utc" | "job";
export type Density = "comfortable" | "compact";

const PREFIX = "belfry.";

function read(name: string): string | null {
	try {
		return localStorage.getItem(PREFIX + name);
	} catch {
		return null; // storage may be forbidden; then choices last as long as the page
	}
}

export function keep(name: string, value: string): void {
	try {
		localStorage.setItem(PREFIX + name, value);
	} catch {
		// see read
	}
}

export function kept(name: string): string | null {
	return read(name);
}

function choice<T extends string>(name: string, values: readonly T[], usual: T): Signal<T> {
	const pick = (text: string | null): T =>
		values.includes(text as T) ? text as T : usual;
	const chosen = signal<T>(pick(read(name)));
	effect(() => keep(name, chosen.value));
	addEventListener("storage", (event) => {
		if (event.key === PREFIX + name) chosen.value = pick(event.newValue);
	});
	return chosen;
}

export const themes: readonly Theme[] = ["auto", "light", "dark"];
export const zones: readonly Zone[] = ["local", "utc", "job"];

export const theme = choice<Theme>("theme", themes, "auto");
export const zone = choice<Zone>("zone", zones, "local");
export const density = choice<Density>("density", ["comfortable", "compact"], "comfortable");

// How much room the window has; the same bounds as in the style sheet.
function matching(rule: string): Signal<boolean> {
	const media = matchMedia(rule);
	const is = signal(media.matches);
	media.addEventListener("change", () => { is.value = media.matches; });
	return is;
}

export const isNarrow = matching("(max-width: 700px)");
export const isMedium = matching("(max-width: 1080px)");
export const isWide = matching("(min-width: 1600px)");

effect(() => {
	document.documentElement.dataset["theme"] = theme.value;
});

export function nextOf<T>(values: readonly T[], value: T): T {
	return values[(values.indexOf(value) + 1) % values.length] as T;
}
