// Operations under way: how far each is, and a way to stop it.
import { works } from "../data/actions";
import { running, stopOperation } from "../data/operations";
import { may } from "../data/session";
import { count } from "../data/text";
import { Icon } from "./icon";
import { Meter } from "./spark";

export function OperationsHost() {
	if (!running.value.length && !works.value.length) return null;
	return (
		<div class="operations" role="region" aria-label="Operations under way">
			{running.value.map((one) => (
				<Progress key={one.operation.id} id={one.operation.id} title={one.title} done={one.operation.changed} total={one.total}
					stop={may("POST operations/{id}/cancel") ? () => { void stopOperation(one); } : null} />
			))}
			{works.value.map((one) => <Progress key={one.title} id="work" title={one.title} done={one.done} total={one.total} stop={one.stop} />)}
		</div>
	);
}

function Progress({ id, title, done, total, stop }: { id: string; title: string; done: number; total: number; stop: (() => void) | null }) {
	return (
		<div class="toast" role="status" data-operation={id}>
			<Icon name="retry" />
			<div class="toast-text">
				<p>{title}: {count(done)} of {count(total)}</p>
				<Meter value={done} most={total} label={`Progress of ${title}`} />
			</div>
			{stop && <button type="button" class="button is-small" data-action="operation.stop" onClick={stop}>Stop</button>}
		</div>
	);
}
