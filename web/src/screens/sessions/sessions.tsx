// Where one is signed in: the sessions of the token, each of which can be ended.
import { defineAction, words } from "../../data/actions";
import { get, part, type Page } from "../../data/client";
import { useResource } from "../../data/resource";
import { me, signOut } from "../../data/session";
import { rowsOf } from "../../data/pages";
import { RowMenu } from "../../parts/actions";
import { Card, Facts, Loaded, PageHead } from "../../parts/bits";
import { Icon } from "../../parts/icon";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

interface Session {
	id: string;
	created_at?: string | null;
	last_used_at?: string | null;
	expires_at?: string | null;
	is_current?: boolean;
}

export const revokeSession = defineAction<Session>({
	id: "session.revoke", kind: "session", title: "End session", icon: "leave", isDanger: true,
	route: "DELETE sessions/{id}",
	call: (one) => ({ method: "DELETE", path: `sessions/${part(one.id)}` }),
	cli: (one) => words("belfry", "api", "DELETE", `sessions/${one.id}`),
	done: () => "The session has ended",
});

export default function Sessions(_props: ScreenProps) {
	const who = me.value;
	const sessions = useResource("sessions", () => get<Page<Session>>("sessions"), { everyMs: 30_000 });
	return (
		<>
			<PageHead title="Sessions" sub="Browsers that are signed in with your token.">
				<button type="button" class="button" onClick={() => { void signOut(); }}><Icon name="leave" />Sign out</button>
			</PageHead>
			{who && <Card title="You"><Facts rows={[["Tenant", who.tenant_id], ["Role", who.role], ["User", who.user_id ?? "–"]]} /></Card>}
			<Loaded of={sessions}>{(page) => (
				<Table label="Sessions" rows={rowsOf(page.data)} id={(one) => one.id} columns={[
					{ id: "id", title: "Session", cell: (one) => <span class="two"><span class="id">{one.id}</span><small>{one.is_current ? "this browser" : ""}</small></span> },
					{ id: "since", title: "Signed in", width: "180px", cell: (one) => <Time at={one.created_at} /> },
					{ id: "used", title: "Last used", width: "180px", hide: "narrow", cell: (one) => <Time at={one.last_used_at} /> },
					{ id: "ends", title: "Ends", width: "180px", hide: "narrow", cell: (one) => <Time at={one.expires_at} /> },
					{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, cell: (one) => <RowMenu kind="session" subject={one} label={`Actions of session ${one.id}`} /> },
				]} />
			)}</Loaded>
		</>
	);
}
