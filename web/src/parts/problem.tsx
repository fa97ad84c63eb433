// A refusal or failure, with the id of the request to copy into a report.
import type { Problem } from "../data/problem";
import { visible } from "../data/text";
import { CopyButton } from "./copy";
import { Icon } from "./icon";

export function ProblemBox({ problem, retry }: { problem: Problem; retry?: () => void }) {
	return (
		<div class="problem" role="alert" data-code={problem.code}>
			<Icon name="alerts" size={18} />
			<div>
				<p class="problem-title">{visible(problem.title)}</p>
				{problem.detail && problem.detail !== problem.title && <p>{visible(problem.detail)}</p>}
				{problem.requestId && <RequestId id={problem.requestId} />}
			</div>
			{retry && <button type="button" class="button" onClick={retry}>Try again</button>}
		</div>
	);
}

export function RequestId({ id }: { id: string }) {
	return (
		<p class="request-id">
			Request <code>{visible(id)}</code> <CopyButton text={id} label="Copy request id" />
		</p>
	);
}
