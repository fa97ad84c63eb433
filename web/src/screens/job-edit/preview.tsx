// The rule in words and when it would run, by the server, while it is typed.
import type { Problem } from "../../data/problem";
import { capital, visible } from "../../data/text";
import { span } from "../../data/time";
import { Icon } from "../../parts/icon";
import { NextRuns } from "../../parts/next-runs";
import { usePreview, type Preview } from "../../parts/use-preview";
import { ruleOf, type Draft } from "./draft";

const COUNT = 5;

// What is out of bounds is left to the field itself: the rule is explained all the same.
function waitsOf(draft: Draft): Record<string, number> {
	const [retries, delay] = [Number(draft.retries), Number(draft.retryDelay)];
	const isGood = Number.isInteger(retries) && retries >= 0 && retries <= 999 && Number.isInteger(delay) && delay >= 1 && delay <= 86_400;
	return isGood ? { max_retries: retries, retry_delay_seconds: delay } : {};
}

export function useJobPreview(draft: Draft): { preview: Preview | null; problem: Problem | null } {
	const rule = ruleOf(draft);
	return usePreview(rule && {
		...rule, timezone: draft.timezone || "UTC", dst_gap: draft.dstGap, dst_overlap: draft.dstOverlap, count: COUNT,
		...waitsOf(draft),
		...(draft.startAt ? { start: draft.startAt } : {}),
	});
}

export function PreviewBox({ draft, preview, problem }: { draft: Draft; preview: Preview | null; problem: Problem | null }) {
	if (draft.kind === "MANUAL") return <p class="faint">It runs only when it is triggered: by a person, the API or an event rule.</p>;
	if (draft.kind === "ONCE") return <p class="faint">It runs once. A time that has passed while the service was down still counts.</p>;
	if (problem) {
		return <p class="preview-words is-wrong" role="status" data-code={problem.code}><Icon name="alerts" /> {visible(problem.faults[0]?.reason ?? problem.detail)}</p>;
	}
	if (!preview) return <p class="faint">…</p>;
	return (
		<div class="preview">
			{preview.words && <p class="preview-words" role="status"><Icon name="check" /> {visible(capital(preview.words))}</p>}
			{preview.data.length ? <NextRuns runs={preview.data} zone={draft.timezone || "UTC"} /> : <p class="faint">It has no run to come.</p>}
		</div>
	);
}

// The waits as the server works them out; each is up to 40 % shorter or longer by chance.
export function Delays({ delays }: { delays: number[] | undefined }) {
	if (!delays?.length) return null;
	return (
		<ol class="delays" aria-label="Waits between attempts">
			{delays.map((delay, index) => <li key={index}><small>attempt {index + 2} after</small> {span(delay)}</li>)}
		</ol>
	);
}
