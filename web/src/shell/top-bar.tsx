// The bar at the top: tenant, search, time range, zone, whether the page is live, theme, who.
import { useRef } from "preact/hooks";
import { useKeys } from "../data/keys";
import { isPaused, liveState, type LiveState } from "../data/live";
import { density, isNarrow, nextOf, theme, themes, zone, zones } from "../data/prefs";
import { pickPreset, presets, range } from "../data/range";
import { go, param, path, setQuery } from "../data/router";
import { href, isSystem, may, me, scope, signOut } from "../data/session";
import { tenantTitle, useTenants } from "../data/tenants";
import { localZone } from "../data/time";
import { Icon, type IconName } from "../parts/icon";
import { Menu } from "../parts/menu";
import { visibleScreens } from "../screens/registry";
import { isHelpOpen } from "./help";
import { isPaletteOpen } from "./palette";
import { isRailOpen } from "./rail";

const liveWords: Record<LiveState, string> = {
	live: "Live", connecting: "Connecting", stale: "Stale", paused: "Paused",
};

const zoneNames = { local: "Local", utc: "UTC", job: "Job zone" };
const zoneWords = { local: localZone, utc: "UTC", job: "Each job's zone" };
const themeIcons: Record<string, IconName> = { auto: "contrast", light: "sun", dark: "moon" };

export function useShellKeys(): void {
	const screens = visibleScreens().filter((screen) => screen.keys);
	useKeys([
		{ keys: "?", title: "Show the keys", run: () => { isHelpOpen.value = true; } },
		{ keys: "Ctrl+k", title: "Open the palette", run: () => { isPaletteOpen.value = true; } },
		{ keys: "/", title: "Search", run: () => document.getElementById("search")?.focus() },
		{ keys: "t", title: "Times in local time, UTC or the job's zone", run: () => { zone.value = nextOf(zones, zone.value); } },
		...screens.map((screen) => ({
			keys: screen.keys as string, title: `Go to ${screen.title.toLowerCase()}`, run: () => go(href(screen.path)),
		})),
	]);
}

export function TopBar() {
	return (
		<header class="top-bar">
			<button type="button" class="icon-button rail-button" aria-label="Screens" aria-expanded={isRailOpen.value}
				onClick={() => { isRailOpen.value = !isRailOpen.value; }}><Icon name="menu" size={18} /></button>
			{isSystem.value && <TenantSwitch />}
			{may("GET jobs") && <Search />}
			<div class="top-right">
				{may("GET stats") && <RangeMenu />}
				<ZoneMenu />
				{may("GET events") && <LiveDot />}
				<ThemeMenu />
				<UserMenu />
			</div>
		</header>
	);
}

function TenantSwitch() {
	const tenants = useTenants();
	const list = tenants.data.value?.data ?? [];
	const current = scope.value;
	const pick = (id: string): void => {
		// What is open belongs to the tenant before.
		setQuery({ tenant: id === "*" ? null : id, of: null, run: null, cursor: null }, false);
	};
	return (
		<Menu label={`Tenant: ${current === "*" ? "All tenants" : current}`} class="button is-quiet tenant-switch" align="start" items={() => [
			{ id: "tenant.*", title: "All tenants", isChosen: current === "*", run: () => pick("*") },
			...list.map((one) => ({
				id: `tenant.${one.id}`, title: tenantTitle(one), isChosen: current === one.id, run: () => pick(one.id),
			})),
		]}>
			<Icon name="tenants" /><span>{current === "*" ? "All tenants" : current}</span><Icon name="down" size={12} />
		</Menu>
	);
}

// An id opens what it names; other text filters the list at hand, or the jobs.
function Search() {
	const input = useRef<HTMLInputElement>(null);
	const submit = (event: Event): void => {
		event.preventDefault();
		const text = input.current?.value.trim() ?? "";
		if (/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)) {
			go(href("/executions", { run: text }));
			if (input.current) input.current.value = "";
		} else if (path.peek() === "/jobs") setQuery({ search: text });
		else go(href("/jobs", { search: text }));
	};
	return (
		<form class="search" role="search" onSubmit={submit}>
			<Icon name="search" />
			<input id="search" ref={input} type="search" placeholder={isNarrow.value ? "Search" : "Search jobs, or paste an id"} aria-label="Search"
				defaultValue={param("search")} autoComplete="off" spellcheck={false}
				onKeyDown={(event) => { if (event.key === "Escape") input.current?.blur(); }} />
			<kbd>/</kbd>
		</form>
	);
}

function RangeMenu() {
	const current = range.value;
	return (
		<Menu label={`Time range: ${current.title}`} class="button is-quiet hide-narrow" items={() => presets.map((preset) => ({
			id: `range.${preset.id}`, title: preset.title, isChosen: preset.id === current.id, run: () => pickPreset(preset.id),
		}))}>
			<Icon name="clock" /><span>{current.title}</span><Icon name="down" size={12} />
		</Menu>
	);
}

function ZoneMenu() {
	return (
		<Menu label={`${zoneNames[zone.value]}: times in ${zoneWords[zone.value]}`} class="button is-quiet hide-medium" items={() => zones.map((one) => ({
			id: `zone.${one}`, title: zoneWords[one], isChosen: one === zone.value, run: () => { zone.value = one; },
		}))}>
			<Icon name="globe" /><span>{zoneNames[zone.value]}</span>
		</Menu>
	);
}

function LiveDot() {
	const state = liveState.value;
	return (
		<button type="button" class={`live is-${state}`} aria-pressed={!isPaused.value} data-live={state}
			title={isPaused.value ? "Go on with live updates" : "Pause live updates"} onClick={() => { isPaused.value = !isPaused.value; }}>
			<i aria-hidden="true" /><span>{liveWords[state]}</span>
		</button>
	);
}

function ThemeMenu() {
	return (
		<Menu label="Theme and density" class="icon-button" items={() => [
			...themes.map((one) => ({
				id: `theme.${one}`, title: one === "auto" ? "Theme of the system" : one === "light" ? "Light" : "Dark",
				isChosen: one === theme.value, run: () => { theme.value = one; },
			})),
			{
				id: "density", title: "Compact rows", isChosen: density.value === "compact",
				run: () => { density.value = density.value === "compact" ? "comfortable" : "compact"; },
			},
		]}>
			<Icon name={themeIcons[theme.value] ?? "contrast"} size={17} />
		</Menu>
	);
}

function UserMenu() {
	const who = me.value;
	if (!who) return null;
	return (
		<Menu label={`${who.user_id ?? who.role} ${who.tenant_id}, signed in`} class="icon-button is-user" items={() => [
			{ id: "user.sessions", title: "Sessions", icon: "key", run: () => go(href("/sessions")) },
			{ id: "user.keys", title: "Keys", icon: "info", hint: "?", run: () => { isHelpOpen.value = true; } },
			{ id: "user.signout", title: "Sign out", icon: "leave", run: () => { void signOut(); } },
		]}>
			<Icon name="user" size={17} />
			<span class="user-name">{who.user_id ?? who.role} <small>{who.tenant_id}</small></span>
		</Menu>
	);
}
