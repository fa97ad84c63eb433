// Reminders as an agenda: overdue, today, tomorrow, this week, later. Somebody with a user's token
// sees their own; others see those of the tenant, or of one person.
import { useState } from "preact/hooks";
import { completeReminder, dismissReminder, isOpen, newFeed, ownPerson, type Person, type Reminder } from "../../actions/reminders";
import { actionsFor, perform } from "../../data/actions";
import { get, type Page } from "../../data/client";
import { now } from "../../data/clock";
import { useKeys } from "../../data/keys";
import { useResource } from "../../data/resource";
import { go, param, setQuery, withQuery } from "../../data/router";
import { href, inScope, isAllTenants, may, scope } from "../../data/session";
import { visible } from "../../data/text";
import { exact, instant, shownZone, units } from "../../data/time";
import { RowMenu } from "../../parts/actions";
import { Chip, LinkButton, Loaded, PageHead, Tabs, Tenant, useSubject } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Icon } from "../../parts/icon";
import { Menu } from "../../parts/menu";
import { State } from "../../parts/state";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";
import { Inbox } from "./inbox";

const SHOWN = 500;
const SNOOZES_MAX = 5;
const WARNED = 4;

const groups = ["Overdue", "Today", "Tomorrow", "This week", "Later"] as const;

// Also a series whose last occurrence is over.
function comes(one: Reminder): boolean {
	return isOpen(one) || one.next_remind_at !== null;
}

function dueOf(one: Reminder): number {
	return instant(one.next_remind_at ?? one.remind_at) ?? 0;
}

function groupOf(one: Reminder): (typeof groups)[number] {
	const due = dueOf(one);
	if (one.status === "SENT" || due < now.value) return "Overdue";
	const day = (at: number): string => exact(at, shownZone()).slice(0, 10);
	if (day(due) === day(now.value)) return "Today";
	if (day(due) === day(now.value + units.DAY)) return "Tomorrow";
	return due < now.value + 7 * units.DAY ? "This week" : "Later";
}

export default function Reminders(_props: ScreenProps) {
	const person = param("user");
	const tab = param("tab");
	const list = useResource(`reminders ${scope.value} ${person}`,
		() => get<Page<Reminder>>("reminders", inScope({ user_id: person, limit: SHOWN })), { events: ["reminder."], everyMs: 60_000 });
	const own: Person | null = ownPerson() ?? (person && !isAllTenants.value ? { id: person, tenant_id: scope.value } : null);
	useKeys(may("POST reminders") ? [{ keys: "n", title: "New reminder", run: () => go(href("/reminders/new")) }] : []);
	return (
		<>
			<PageHead title="Reminders" sub="What people are told, and when.">
				{own && may("POST users/{id}/feed") && <button type="button" class="button" data-action="person.feed" onClick={() => { void perform(newFeed, [own]); }}><Icon name="link" />Calendar link</button>}
				{may("POST reminders") && <LinkButton to={href("/reminders/new")} icon="plus" isPrimary>New reminder</LinkButton>}
			</PageHead>
			<Tabs label="Reminders" current={tab} tabs={[["", "Open"], ["over", "Past"], ...(own ? [["inbox", "Inbox"] as const] : [])].map(([id = "", title = ""]) => ({ id, title, href: withQuery({ tab: id }) }))} />
			<div class="list-head"><Filter /></div>
			{tab === "inbox" && own ? <Inbox person={own} /> : (
				<Loaded of={list} rows={6}>{(page) => <Agenda list={page.data.filter((one) => comes(one) !== (tab === "over"))} isOver={tab === "over"} />}</Loaded>
			)}
		</>
	);
}

function Filter() {
	const person = param("user");
	if (ownPerson()) return null;
	return (
		<div class="filters">
			<label class="filter"><span>Person</span>
				<input type="text" name="user" size={14} value={person} spellcheck={false} onChange={(event) => setQuery({ user: (event.target as HTMLInputElement).value.trim() })} />
			</label>
			{person && <Chip onRemove={() => setQuery({ user: null })} label="Remove filter person">person: {visible(person)}</Chip>}
		</div>
	);
}

function Agenda({ list, isOver }: { list: Reminder[]; isOver: boolean }) {
	const [chosen, setChosen] = useState("");
	const focus = list.find((one) => one.id === chosen);
	useSubject("reminder", focus ? [focus] : [], focus?.title ?? "");
	if (!list.length) {
		return (
			<Empty icon="reminders" title={isOver ? "Nothing is over yet" : "No reminders"} actions={!isOver && may("POST reminders") && <LinkButton to={href("/reminders/new")} icon="plus" isPrimary>New reminder</LinkButton>}>
				A reminder tells a person something at a time, once or again and again; they complete, snooze or dismiss it.
			</Empty>
		);
	}
	if (isOver) return <Group title="Past" list={[...list].sort((a, b) => dueOf(b) - dueOf(a))} focus={setChosen} />;
	const sorted = [...list].sort((a, b) => dueOf(a) - dueOf(b));
	return (
		<>
			{groups.map((title) => {
				const members = sorted.filter((one) => groupOf(one) === title);
				return members.length ? <Group key={title} title={title} list={members} focus={setChosen} /> : null;
			})}
		</>
	);
}

function Group({ title, list, focus }: { title: string; list: Reminder[]; focus: (id: string) => void }) {
	return (
		<section class={`agenda ${title === "Overdue" ? "tone-bad" : "tone-calm"}`} data-agenda={title}>
			<h2>{title} <span class="count">{list.length}</span></h2>
			<ul class="card is-flush" aria-label={title}>
				{list.map((one) => <Row key={one.id} one={one} focus={() => focus(one.id)} />)}
			</ul>
		</section>
	);
}

function Row({ one, focus }: { one: Reminder; focus: () => void }) {
	const snoozes = actionsFor<Reminder>("reminder", one).filter((action) => action.id.startsWith("reminder.snooze."));
	return (
		<li class="reminder" data-id={one.id} onFocusCapture={focus}>
			<div class="reminder-what">
				{may("PUT reminders/{id}") ? <a class="main-link" href={href(`/reminders/${one.id}/edit`, {}, one.tenant_id)}>{visible(one.title)}</a> : <b>{visible(one.title)}</b>}
				<p class="faint">
					<Time at={one.next_remind_at ?? one.remind_at} zone={one.timezone} />
					{!ownPerson() && <span><Icon name="user" size={12} /> {visible(one.user_id)}</span>}
					{isAllTenants.value && <Tenant id={one.tenant_id} />}
					{one.is_recurring && <span title={one.recurrence_rule ?? ""}><Icon name="retry" size={12} /> repeats</span>}
					{one.reference_type && <span><Icon name="link" size={12} /> {visible(`${one.reference_type} ${one.reference_id ?? ""}`)}</span>}
					<span>{one.notification_channels.map((name) => visible(name)).join(", ")}</span>
					{one.snooze_count > 0 && (
						<span class={one.snooze_count >= WARNED ? "is-bad" : ""}>snoozed {one.snooze_count} of {SNOOZES_MAX}{one.snooze_count >= WARNED && ": the next but one dismisses it"}</span>
					)}
				</p>
			</div>
			<State of={one.status} />
			<div class="action-bar">
				{isOpen(one) && may("POST reminders/{id}/complete") && (
					<>
						<button type="button" class="button is-small" data-action="reminder.complete" onClick={() => { void perform(completeReminder, [one]); }}><Icon name="check" size={14} />Done</button>
						<Menu label={`Snooze ${one.title}`} class="button is-small" items={() => snoozes.map((action) => ({ id: action.id, title: action.title, icon: action.icon, run: () => { void perform(action, [one]); } }))}>
							<Icon name="snooze" size={14} />Snooze
						</Menu>
						<button type="button" class="button is-small is-quiet" data-action="reminder.dismiss" onClick={() => { void perform(dismissReminder, [one]); }}>Dismiss</button>
					</>
				)}
				<RowMenu kind="reminder" subject={one} label={`Actions of ${one.title}`} />
			</div>
		</li>
	);
}

