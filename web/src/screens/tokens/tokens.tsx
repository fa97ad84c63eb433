// Tokens: who may do what, without their secrets.
import { newToken, type Token } from "../../actions/setup";
import { useResource } from "../../data/resource";
import { scope } from "../../data/session";
import { getEach } from "../../data/tenants";
import { visible } from "../../data/text";
import { tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { NewButton, PlainList } from "../../parts/plain-list";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

export default function Tokens(_props: ScreenProps) {
	const list = useResource(`tokens ${scope.value}`, () => getEach<Token>("tokens", { limit: 500 }), { everyMs: 60_000 });
	return (
		<PlainList title="Tokens" sub="Who may do what. A token is shown once, when it is made." list={list} kind="token" id={(one) => one.id} name={(one) => one.name ?? one.role} fresh={newToken} columns={[
			{ id: "name", title: "Token", cell: (one) => <span class="two"><b>{visible(one.name ?? "without a name")}</b><small>{one.id}</small></span> },
			...tenantColumn<Token>(),
			{ id: "role", title: "Role", width: "110px", cell: (one) => one.role },
			{ id: "user", title: "Person", width: "130px", hide: "narrow", cell: (one) => visible(one.user_id ?? "–") },
			{ id: "queues", title: "Queues", width: "130px", hide: "medium", cell: (one) => one.queues.length ? visible(one.queues.join(", ")) : "all" },
			{ id: "created", title: "Made", width: "180px", hide: "narrow", cell: (one) => <Time at={one.created_at} /> },
			{ id: "expires", title: "Expires", width: "170px", hide: "medium", cell: (one) => <Time at={one.expires_at} none="never" /> },
		]} none={<Empty icon="key" title="No tokens" actions={<NewButton action={newToken} />}>A token lets a program or a person use the API, by its role.</Empty>} />
	);
}
