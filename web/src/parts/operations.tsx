// Operations under way: how far each is, and a way to stop it.
import { running, stopOperation } from "../data/operations";
import { may } from "../data/session";
import { count } from "../data/text";
import { Icon } from "./icon";
import { Meter } from "./spark";

export function OperationsHost() {
	if (!running.value.length) return null;
	return (
		<div class="operations" role="region" aria-label="Operations under way">
			{running.value.map((one) => (
				<div key={one.operation.id} class="toast" role="status" data-operation={one.operation.id}>
					<Icon name="retry" />
					<div class="toast-text">
						<p>{one.title}: {count(one.operation.changed)} of {count(one.total)}</p>
						<Meter value={one.operation.changed} most={one.total} label={`Progress of ${one.title}`} />
					</div>
					{may("POST operations/{id}/cancel") && (
						<button type="button" class="button is-small" data-action="operation.stop" onClick={() => { void stopOperation(one); }}>Stop</button>
					)}
				</div>
			))}
		</div>
	);
}
