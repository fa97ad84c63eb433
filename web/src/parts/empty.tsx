// What a list says when it has nothing: what belongs here, and how to make the first one.
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon";

interface EmptyProps {
	icon: IconName;
	title: string;
	children?: ComponentChildren;
	actions?: ComponentChildren;
	tone?: "calm" | "ok";
}

export function Empty({ icon, title, children, actions, tone = "calm" }: EmptyProps) {
	return (
		<div class={`empty tone-${tone}`} role="status">
			<span class="empty-icon"><Icon name={icon} size={22} /></span>
			<h2>{title}</h2>
			{children && <div class="empty-text">{children}</div>}
			{actions && <div class="empty-actions">{actions}</div>}
		</div>
	);
}
