// The icons: symbols of one sprite, src/icons.svg. They say nothing by themselves: a word stands
// beside each, or the button that holds one has a label.
import sprite from "../icons.svg";

export type IconName =
	| "bell" | "dashboard" | "jobs" | "executions" | "active" | "tasks" | "reminders" | "queues" |
	"workers" | "dead" | "templates" | "alerts" | "webhooks" | "audit" | "system" | "search" | "sun"
	| "moon" | "contrast" | "menu" | "close" | "right" | "down" | "up" | "check" | "cross" | "clock"
	| "pause" | "play" | "stop" | "retry" | "copy" | "more" | "edit" | "plus" | "filter" | "open" |
	"info" | "user" | "leave" | "key" | "globe" | "lock" | "link" | "trash" | "batch" | "ladder" |
	"daily" | "forecast" | "limit" | "rules" | "types" | "tenants" | "undo" | "skip" | "waiting" |
	"queued" | "ban" | "late" | "columns" | "download" | "history" | "graph" | "terminal" |
	"compact" | "minus" | "snooze";

export function Icon({ name, size = 16, class: extra = "" }: { name: IconName; size?: number; class?: string }) {
	return (
		<svg class={`icon ${extra}`} width={size} height={size} aria-hidden="true" focusable="false">
			<use href={`${sprite}#${name}`} />
		</svg>
	);
}
