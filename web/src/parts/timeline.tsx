// What happened to something, in order, downwards.
import type { ComponentChildren } from "preact";
import { instant, span } from "../data/time";
import { Icon, type IconName } from "./icon";
import { ExactTime } from "./time";

export interface Step {
	id: string;
	at: string;
	title: ComponentChildren;
	icon: IconName;
	tone?: "ok" | "run" | "warn" | "bad" | "dead" | "calm";
	detail?: ComponentChildren;
}

export function Timeline({ steps, label }: { steps: Step[]; label: string }) {
	return (
		<ol class="timeline" aria-label={label}>
			{steps.map((step, index) => (
				<li key={step.id} class={`tone-${step.tone ?? "calm"}`}>
					<span class="timeline-dot"><Icon name={step.icon} size={13} /></span>
					<div class="timeline-text">
						<div class="timeline-line">
							<span class="timeline-title">{step.title}</span>
							<Apart from={steps[index - 1]?.at} to={step.at} />
							<ExactTime at={step.at} />
						</div>
						{step.detail && <div class="timeline-detail">{step.detail}</div>}
					</div>
				</li>
			))}
		</ol>
	);
}

function Apart({ from, to }: { from: string | undefined; to: string }) {
	const begin = instant(from);
	const end = instant(to);
	if (begin === null || end === null || end - begin < 1) return null;
	return <span class="faint num">+{span(end - begin)}</span>;
}
