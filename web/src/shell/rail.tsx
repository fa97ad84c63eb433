// The rail on the left: the screens that the role may see. Narrow windows open it over the page.
import { signal } from "@preact/signals";
import { path } from "../data/router";
import { href } from "../data/session";
import { Icon } from "../parts/icon";
import { groups, visibleScreens, type Screen } from "../screens/registry";

export const isRailOpen = signal(false);

function isHere(screen: Screen): boolean {
	if (screen.path === "/") return path.value === "/";
	return path.value === screen.path || path.value.startsWith(`${screen.path}/`);
}

export function Rail() {
	const screens = visibleScreens();
	return (
		<>
			<nav class={`rail ${isRailOpen.value ? "is-open" : ""}`} aria-label="Screens" onClick={() => { isRailOpen.value = false; }}>
				<a class="brand" href={href("/")}><span class="brand-mark"><Icon name="bell" size={18} /></span><span>Belfry</span></a>
				{groups.map((group) => {
					const list = screens.filter((screen) => screen.group === group.id);
					if (!list.length) return null;
					return (
						<div key={group.id} class="rail-group" role="group" aria-label={group.title}>
							<span class="rail-title" aria-hidden="true">{group.title}</span>
							{list.map((screen) => (
								<a key={screen.id} href={href(screen.path)} aria-current={isHere(screen) ? "page" : undefined} title={screen.title}>
									<Icon name={screen.icon} size={17} /><span>{screen.title}</span>
								</a>
							))}
						</div>
					);
				})}
			</nav>
			{isRailOpen.value && <div class="rail-veil" onClick={() => { isRailOpen.value = false; }} />}
		</>
	);
}
