// Shows the messages of data/toasts.ts.
import { dismiss, toasts } from "../data/toasts";
import { visible } from "../data/text";
import { Icon } from "./icon";
import { RequestId } from "./problem";

export function Toaster() {
	return (
		<div class="toaster" role="region" aria-label="Messages">
			{toasts.value.map((toast) => (
				<div key={toast.id} class={`toast is-${toast.kind}`} role={toast.kind === "problem" ? "alert" : "status"}
					data-code={toast.problem?.code}>
					<Icon name={toast.kind === "problem" ? "alerts" : "check"} />
					<div class="toast-text">
						<p>{visible(toast.text)}</p>
						{toast.problem && <p class="toast-detail">{visible(toast.problem.detail || toast.problem.title)}</p>}
						{toast.problem?.requestId && <RequestId id={toast.problem.requestId} />}
					</div>
					{toast.undo && (
						<button type="button" class="button is-small" data-action="undo"
							onClick={() => { toast.undo?.(); dismiss(toast.id); }}>
							<Icon name="undo" size={14} /> Undo
						</button>
					)}
					<button type="button" class="icon-button is-small" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
						<Icon name="close" size={14} />
					</button>
				</div>
			))}
		</div>
	);
}
