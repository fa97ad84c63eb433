// Create a job, change one, or begin with a copy of one.
import { useEffect, useState } from "preact/hooks";
import { curlOf } from "../../data/actions";
import { callFor, part, type Call } from "../../data/client";
import type { Job } from "../../data/model";
import { asProblem, Problem } from "../../data/problem";
import { refreshAll } from "../../data/resource";
import { go, param } from "../../data/router";
import { href, isAllTenants, ofTenant, scope } from "../../data/session";
import { tell } from "../../data/toasts";
import { PageHead, Skeleton } from "../../parts/bits";
import { CopyButton } from "../../parts/copy";
import { Icon } from "../../parts/icon";
import { ProblemBox } from "../../parts/problem";
import type { ScreenProps } from "../registry";
import { ConflictDialog } from "./conflict";
import { blank, bodyOf, changedBody, draftOf, newBody, parametersOf, type Body, type Draft } from "./draft";
import { JobForm } from "./form";

interface Loaded {
	job: Job | null; // null: a new one
	etag: string | null;
	draft: Draft;
}

async function load(id: string, clone: string): Promise<Loaded> {
	const tenant = param("of") || scope.peek();
	const from = id || clone;
	const own = isAllTenants.peek() && !param("of") ? "" : tenant;
	if (!from) return { job: null, etag: null, draft: { ...blank, tenant: own } };
	const { data, etag } = await callFor<Job>({ method: "GET", path: `jobs/${part(from)}`, query: ofTenant(tenant) });
	if (clone) return { job: null, etag: null, draft: { ...draftOf(data), code: `${data.code}-copy` } };
	return { job: data, etag, draft: draftOf(data) };
}

export default function JobEdit({ parts }: ScreenProps) {
	const id = parts["id"] ?? "";
	const clone = param("clone");
	const [loaded, setLoaded] = useState<Loaded | null>(null);
	const [problem, setProblem] = useState<Problem | null>(null);
	useEffect(() => { load(id, clone).then(setLoaded, (error) => setProblem(asProblem(error))); }, [id, clone]);
	if (problem) return <ProblemBox problem={problem} />;
	if (!loaded) return <Skeleton rows={8} />;
	return <Editor key={loaded.etag ?? "new"} loaded={loaded} />;
}

function callOf(loaded: Loaded, draft: Draft): Call {
	const query = ofTenant(draft.tenant);
	if (!loaded.job) return { method: "POST", path: "jobs", query, body: newBody(draft) };
	return {
		method: "PUT", path: `jobs/${part(loaded.job.id)}`, query, body: changedBody(loaded.draft, draft),
		...(loaded.etag ? { ifMatch: loaded.etag } : {}),
	};
}

function Editor({ loaded }: { loaded: Loaded }) {
	const [draft, setDraft] = useState(loaded.draft);
	const [etag, setEtag] = useState(loaded.etag);
	const [problem, setProblem] = useState<Problem | null>(null);
	const [theirs, setTheirs] = useState<{ job: Job; etag: string | null } | null>(null);
	const [isBusy, setBusy] = useState(false);
	// A link may lead to the field that it is about.
	useEffect(() => { if (param("at")) document.querySelector<HTMLElement>(`.job-form [name="${CSS.escape(param("at"))}"]`)?.focus(); }, []);
	const now = { ...loaded, etag };
	const call = callOf(now, draft);
	// What is missing the browser says at the field, when somebody saves: a grey button would not say why.
	const isReady = !parametersOf(draft.parameters).fault;
	const done = (job: Job): void => {
		refreshAll();
		tell(loaded.job ? `Job ${job.code} was changed` : `Job ${job.code} was created`);
		go(href(`/jobs/${job.id}`, {}, draft.tenant));
	};
	const save = async (one: Call): Promise<void> => {
		setBusy(true);
		setProblem(null);
		try {
			done((await callFor<Job>(one)).data);
		} catch (error) {
			const caught = asProblem(error);
			if (caught.status === 412 && loaded.job) setTheirs(await current(loaded.job, draft.tenant));
			else setProblem(caught);
		}
		setBusy(false);
	};
	const overwrite = (): void => {
		if (!theirs) return;
		setEtag(theirs.etag);
		setTheirs(null);
		void save({ ...call, ...(theirs.etag ? { ifMatch: theirs.etag } : {}) });
	};
	return (
		<form class="job-form" onSubmit={(event) => { event.preventDefault(); if (isReady) void save(call); }}>
			<PageHead title={loaded.job ? `Edit ${loaded.job.code}` : "New job"} sub={loaded.job ? "What has not started is planned anew when you save." : "The server explains the rule while you type."}>
				<CopyButton text={curlOf(call)} label="Copy as curl">Copy as curl</CopyButton>
				<a class="button" href={href(loaded.job ? `/jobs/${loaded.job.id}` : "/jobs", {}, loaded.job ? draft.tenant : null)}>Cancel</a>
				<SaveButton id="save" isNew={!loaded.job} isDisabled={!isReady || isBusy} />
			</PageHead>
			{problem && <ProblemBox problem={problem} />}
			<JobForm draft={draft} set={(changes) => setDraft({ ...draft, ...changes })} problem={problem} isNew={!loaded.job} />
			<div class="form-end"><SaveButton id="save-end" isNew={!loaded.job} isDisabled={!isReady || isBusy} /></div>
			{theirs && (
				<ConflictDialog base={bodyOf(loaded.draft)} mine={changedBody(loaded.draft, draft)} theirs={bodyOf(draftOf(theirs.job)) as Body}
					onMine={overwrite} onTheirs={() => go(href(`/jobs/${theirs.job.id}`, {}, draft.tenant))} onClose={() => setTheirs(null)} />
			)}
		</form>
	);
}

// At the head, and again where the form ends: who has filled it in stands there.
function SaveButton({ id, isNew, isDisabled }: { id: string; isNew: boolean; isDisabled: boolean }) {
	return <button type="submit" class="button is-primary" data-action={id} disabled={isDisabled}><Icon name="check" />{isNew ? "Create job" : "Save"}</button>;
}

async function current(job: Job, tenant: string): Promise<{ job: Job; etag: string | null }> {
	const { data, etag } = await callFor<Job>({ method: "GET", path: `jobs/${part(job.id)}`, query: ofTenant(tenant) });
	return { job: data, etag };
}
