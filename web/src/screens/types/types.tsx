// Types and their policies: the value in force, and whether the type, its tenant or nobody said it.
import { changeType, newType, type Type } from "../../actions/setup";
import { perform } from "../../data/actions";
import { useResource } from "../../data/resource";
import { may, scope } from "../../data/session";
import { getEach, useTenants, type Tenant } from "../../data/tenants";
import { count, visible } from "../../data/text";
import { tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { PlainList } from "../../parts/plain-list";
import type { Column } from "../../parts/table";
import type { ScreenProps } from "../registry";

type Policy = Tenant & { max_attempts?: number; timeout_seconds?: number; priority?: number };
type Name = "max_attempts" | "timeout_seconds" | "priority";

const builtIn: Record<Name, number> = { max_attempts: 5, timeout_seconds: 60, priority: 5 };

// Where the value in force comes from.
function Value({ type, tenant, name, unit = "" }: { type: Type; tenant: Policy | undefined; name: Name; unit?: string }) {
	// Until the tenants are known nothing true can be said of a value that the type leaves open.
	if (type[name] === undefined && !tenant) return <span class="skeleton" />;
	const [value, from] = type[name] !== undefined ? [type[name], "type"] : tenant?.[name] !== undefined ? [tenant[name], "tenant"] : [builtIn[name], "built in"];
	return <span class="two" data-from={from}><span class="num">{count(value ?? 0)}{unit}</span><small>{from}</small></span>;
}

export default function Types(_props: ScreenProps) {
	const list = useResource(`types ${scope.value}`, () => getEach<Type>("types", { limit: 500 }), { everyMs: 30_000 });
	const tenants = useTenants();
	const tenantOf = (type: Type): Policy | undefined => tenants.data.value?.data.find((one) => one.id === type.tenant_id);
	const number = (name: Name, title: string, unit = ""): Column<Type> => ({ id: name, title, width: "110px", isNumber: true, hide: "narrow", cell: (type) => <Value type={type} tenant={tenantOf(type)} name={name} unit={unit} /> });
	return (
		<PlainList title="Types" sub="Who carries each type out, and its policy: the value in force and where it comes from." list={list} kind="type" id={(one) => `${one.tenant_id} ${one.name}`} name={(one) => one.name} fresh={newType}
			{...(may("PUT types/{name}") ? { onOpen: (one: Type) => { void perform(changeType, [one]); } } : {})} columns={[
				{ id: "name", title: "Type", cell: (one) => <span class="two"><b>{visible(one.name)}</b><small>{visible(one.description ?? "")}</small></span> },
				...tenantColumn<Type>(),
				{ id: "handler", title: "Carried out by", width: "150px", hide: "narrow", cell: (one) => one.name === "REMINDER" ? "the server" : one.handler?.kind && one.handler.kind !== "pull" ? <span title={one.handler.url ?? ""}>the server: {visible(one.handler.kind)}</span> : "a worker" },
				number("max_attempts", "Attempts"), number("timeout_seconds", "Timeout", " s"), number("priority", "Priority"),
				{ id: "limit", title: "At once", width: "90px", isNumber: true, hide: "medium", cell: (one) => one.limit ? count(one.limit) : <span class="faint">no bound</span> },
				{ id: "gates", title: "Gates", hide: "medium", cell: (one) => <span>{[one.notifies ? "quiet hours" : "", one.maintenance === "pass" ? "passes maintenance" : "maintenance", one.route ? `route ${visible(one.route)}` : ""].filter(Boolean).join(", ")}</span> },
			]} none={<Empty icon="types" title="No types yet">A type is known as soon as a job or task names it. Its policy says attempts, timeout, priority and gates.</Empty>} />
	);
}
