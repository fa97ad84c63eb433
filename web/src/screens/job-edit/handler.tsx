// Who carries out what a job hands on: the known types, and whether a worker takes the one that is typed.
import type { Worker } from "../../actions/holding";
import type { Type } from "../../actions/setup";
import { get, type Page } from "../../data/client";
import { now } from "../../data/clock";
import { useResource } from "../../data/resource";
import { href, isSystem, may, ofTenant } from "../../data/session";
import { visible } from "../../data/text";
import { isOnline } from "../../data/workers";

// The service's own workers take work of every tenant: a token of the service sees them.
export function useKnown(tenant: string): { types: Type[]; workers: Worker[] } {
	const types = useResource(tenant || !isSystem.value ? `form types ${tenant}` : null,
		() => get<Page<Type>>("types", ofTenant(tenant, { limit: 200 })));
	const workers = useResource(may("GET workers") ? "form workers" : null,
		() => get<Page<Worker>>("workers", isSystem.value ? { tenant_id: "*" } : {}), { everyMs: 10_000 });
	return { types: types.data.value?.data ?? [], workers: workers.data.value?.data ?? [] };
}

// To choose from, each with its description.
export function namesOf(types: Type[], workers: Worker[]): [string, string][] {
	const names = new Map(types.map((type) => [type.name, type.description ?? ""]));
	for (const worker of workers) for (const name of worker.types) if (!names.has(name)) names.set(name, "");
	return [...names].sort(([a], [b]) => a < b ? -1 : 1);
}

// A worker that names no types takes all of them; only a token of the service is told whether it does.
function takerOf(handler: string, workers: Worker[]): Worker | undefined {
	const here = workers.filter((one) => isOnline(one, now.value) && !one.worker_id.startsWith("@"));
	return here.find((one) => one.types.includes(handler)) ?? (isSystem.value ? here.find((one) => one.tenant_id && !one.types.length) : undefined);
}

function Taker({ handler, type, workers }: { handler: string; type: Type | undefined; workers: Worker[] }) {
	const kind = type?.handler?.kind ?? "pull";
	const taker = takerOf(handler, workers);
	if (kind !== "pull") return <span data-taker="server">The server carries its runs out ({visible(kind)}).</span>;
	if (taker) return <span data-taker="worker">The worker {visible(taker.worker_id)} takes it.</span>;
	if (!isSystem.value) return <span data-taker="unknown">A worker that takes this type carries its runs out.</span>;
	return (
		<span data-taker="none" class="is-warn">
			No worker takes this type now: its runs wait until one does. <a href={href("/workers")} target="_blank">Start a worker</a>
		</span>
	);
}

export function HandlerHint({ handler, type, workers, isReady }: { handler: string; type: Type | undefined; workers: Worker[]; isReady: boolean }) {
	if (!handler) return <>What the job does: the type that a worker takes, or that the server carries out.{!isReady && " Choose the tenant to see the known ones."}</>;
	return <>{type?.description && <>{visible(type.description)} </>}<Taker handler={handler} type={type} workers={workers} /></>;
}
