// Small things that many screens use.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { subject, type Kind } from "../data/actions";
import type { Resource } from "../data/resource";
import { href, isAllTenants } from "../data/session";
import { shortId } from "../data/text";
import { Icon, type IconName } from "./icon";
import { ProblemBox } from "./problem";

export function PageHead({ title, sub, children }: { title: ComponentChildren; sub?: ComponentChildren; children?: ComponentChildren }) {
	return (
		<header class="page-head">
			<div>
				<h1>{title}</h1>
				{sub && <p class="page-sub">{sub}</p>}
			</div>
			<div class="page-actions">{children}</div>
		</header>
	);
}

export function Card({ title, children, aside, class: extra = "" }: { title?: ComponentChildren; children: ComponentChildren; aside?: ComponentChildren; class?: string }) {
	return (
		<section class={`card ${extra}`}>
			{title && <header class="card-head"><h2>{title}</h2><div class="card-aside">{aside}</div></header>}
			{children}
		</section>
	);
}

export interface TabRow {
	id: string;
	title: string;
	count?: number | string | undefined;
	href: string;
}

export function Tabs({ tabs, current, label }: { tabs: TabRow[]; current: string; label: string }) {
	const nav = useRef<HTMLElement>(null);
	// Where there is little room the tabs scroll: the one that is open must be seen.
	useEffect(() => { nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }); }, [current]);
	return (
		<nav class="tabs" aria-label={label} ref={nav}>
			{tabs.map((tab) => (
				<a key={tab.id} href={tab.href} data-tab={tab.id} aria-current={tab.id === current ? "page" : undefined}>
					{tab.title}{tab.count !== undefined && <span class="count">{tab.count}</span>}
				</a>
			))}
		</nav>
	);
}

// The answer of a resource: a problem with a way to try again, a skeleton the first time, or what
// came.
export function Loaded<T>({ of, children, rows = 4 }: { of: Resource<T>; children: (data: T) => ComponentChildren; rows?: number }) {
	const data = of.data.value;
	const problem = of.problem.value;
	if (problem && data === undefined) return <ProblemBox problem={problem} retry={of.refresh} />;
	if (data === undefined) return <Skeleton rows={rows} />;
	return <>{problem && <ProblemBox problem={problem} retry={of.refresh} />}{children(data)}</>;
}

export function Skeleton({ rows = 4 }: { rows?: number }) {
	return (
		<div class="skeletons" role="status" aria-label="Loading">
			{Array.from({ length: rows }, (_one, index) => <span key={index} class="skeleton" />)}
		</div>
	);
}

export function Facts({ rows }: { rows: [title: string, value: ComponentChildren][] }) {
	return (
		<dl class="facts">
			{rows.map(([title, value]) => <div key={title}><dt>{title}</dt><dd>{value ?? "–"}</dd></div>)}
		</dl>
	);
}

export function Tenant({ id }: { id: string }) {
	return <span class="tenant">{id}</span>;
}

// The column of tenants is there while more than one can be seen.
export function tenantColumn<T extends { tenant_id: string }>() {
	return isAllTenants.value ? [{
		id: "tenant", title: "Tenant", width: "110px", hide: "medium" as const,
		cell: (row: T) => <Tenant id={row.tenant_id} />,
	}] : [];
}

export function Id({ id, to }: { id: string; to?: string }) {
	return to ? <a class="id" href={to} title={id}>{shortId(id)}</a> : <span class="id" title={id}>{shortId(id)}</span>;
}

export function Chip({ children, onRemove, label }: { children: ComponentChildren; onRemove?: () => void; label?: string }) {
	return (
		<span class="chip">
			{children}
			{onRemove && <button type="button" aria-label={label ?? "Remove filter"} onClick={onRemove}><Icon name="close" size={12} /></button>}
		</span>
	);
}

export function LinkButton({ to, icon, children, isPrimary = false }: { to: string; icon?: IconName; children: ComponentChildren; isPrimary?: boolean }) {
	return <a class={`button ${isPrimary ? "is-primary" : ""}`} href={to}>{icon && <Icon name={icon} />}<span>{children}</span></a>;
}

// Says what the screen is about, for the palette and the keys.
export function useSubject(kind: Kind, items: unknown[], name: string): void {
	useEffect(() => {
		if (!items.length) return undefined;
		const mine = { kind, items, name };
		subject.value = mine;
		return () => { if (subject.peek() === mine) subject.value = null; };
	}, [kind, name, ...items]);
}

export function JobLink({ id, code, tenant }: { id: string; code: string; tenant: string }) {
	return <a href={href(`/jobs/${encodeURIComponent(id)}`, {}, tenant)}>{code}</a>;
}
