// A person's inbox: what was said to them within the service.
import type { Person } from "../../actions/reminders";
import { apiLine, defineAction } from "../../data/actions";
import { get, part, type Page } from "../../data/client";
import { rowsOf } from "../../data/pages";
import { useResource } from "../../data/resource";
import { ofTenant } from "../../data/session";
import { plural, visible } from "../../data/text";
import { RowMenu } from "../../parts/actions";
import { Card, Loaded } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";

interface Notice {
	id: string;
	tenant_id: string;
	user_id: string;
	title: string;
	body: string | null;
	at: string;
	is_read: boolean;
}

export const readNotice = defineAction<Notice>({
	id: "notice.read", kind: "notice", title: "Mark as read", icon: "check",
	route: "POST inbox/{id}/read", applies: (one) => !one.is_read,
	call: (one) => ({ method: "POST", path: `inbox/${part(one.id)}/read`, query: ofTenant(one.tenant_id) }),
	cli: (one) => apiLine({ method: "POST", path: `inbox/${one.id}/read` }),
	done: (one) => `${one.title} is read`,
});

export function Inbox({ person }: { person: Person }) {
	const inbox = useResource(`inbox ${person.tenant_id} ${person.id}`,
		() => get<Page<Notice> & { unread: number }>("inbox", ofTenant(person.tenant_id, { user_id: person.id, limit: 100 })), { events: ["notice."] });
	return (
		<Loaded of={inbox}>{(page) => page.data.length ? (
			<Card title={plural(page.unread, "unread message")} class="is-flush">
				<Table label="Inbox" rows={rowsOf(page.data.map((one) => ({ ...one, tenant_id: person.tenant_id })))} id={(one) => one.id} columns={[
					{ id: "title", title: "Message", cell: (one) => <span class="two"><span>{one.is_read ? visible(one.title) : <b>{visible(one.title)}</b>}</span><small>{visible(one.body ?? "")}</small></span> },
					{ id: "at", title: "At", width: "180px", narrow: "96px", cell: (one) => <Time at={one.at} /> },
					{ id: "read", title: "Read", width: "110px", hide: "narrow", cell: (one) => <State of={one.is_read ? "read" : "unread"} quiet /> },
					{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, cell: (one) => <RowMenu kind="notice" subject={one} label={`Actions of ${one.title}`} /> },
				]} />
			</Card>
		) : <Empty icon="bell" title="The inbox is empty">Reminders and alerts with the channel in_app arrive here.</Empty>}</Loaded>
	);
}
