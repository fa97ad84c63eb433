// One job: how it stands, how it went, what comes, what it depends on, who changed it.
import { actionsFor, perform } from "../../data/actions";
import { callFor, part, type Answer } from "../../data/client";
import { useKeys } from "../../data/keys";
import type { Job } from "../../data/model";
import { useResource } from "../../data/resource";
import { param, withQuery } from "../../data/router";
import { scheduleText } from "../../data/schedule";
import { href, may, ofTenant, scope } from "../../data/session";
import { actorName, visible } from "../../data/text";
import { ActionBar } from "../../parts/actions";
import { Loaded, PageHead, Tabs, Tenant, useSubject, type TabRow } from "../../parts/bits";
import { Json } from "../../parts/code";
import { Icon } from "../../parts/icon";
import { RunDrawerHost } from "../../parts/run-drawer";
import { State } from "../../parts/state";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";
import { Alerts } from "./alerts";
import { isAbout } from "./asking";
import { Dependencies } from "./dependencies";
import { History } from "./history";
import { JobExecutions } from "./job-executions";
import { Occurrences } from "./occurrences";
import { Overview } from "./overview";

function tabsOf(): TabRow[] {
	const tab = (id: string, title: string): TabRow => ({ id, title, href: withQuery({ tab: id, run: null }) });
	return [
		tab("", "Overview"), tab("executions", "Executions"), tab("occurrences", "Occurrences"), tab("dependencies", "Dependencies"),
		tab("alerts", "Alerts"), ...(may("GET audit") ? [tab("history", "History")] : []), tab("raw", "Raw JSON"),
	];
}

export default function JobScreen({ parts }: ScreenProps) {
	const id = parts["id"] ?? "";
	const tenant = param("of") || scope.value;
	const answer = useResource(`job ${tenant} ${id}`,
		() => callFor<Job>({ method: "GET", path: `jobs/${part(id)}`, query: ofTenant(tenant) }), { concerns: isAbout(id) });
	const job = answer.data.value?.data;
	useSubject("job", job ? [job] : [], job?.code ?? "");
	useJobKeys(job);
	return (
		<>
			<p class="crumbs"><a href={href("/jobs")}>Jobs</a> <Icon name="right" size={12} /> {visible(job?.code ?? id)}</p>
			<Loaded of={answer} rows={8}>{({ data }: Answer<Job>) => <Content job={data} />}</Loaded>
			<RunDrawerHost />
		</>
	);
}

function useJobKeys(job: Job | undefined): void {
	const act = (...ids: string[]): void => {
		const action = job && actionsFor<Job>("job", job).find((one) => ids.includes(one.id));
		if (job && action) void perform(action, [job]);
	};
	useKeys([
		...(may("POST jobs/{id}/run") ? [{ keys: "r", title: "Run the job now", run: () => act("job.run") }] : []),
		...(may("POST jobs/{id}/pause") ? [{ keys: "p", title: "Pause or resume the job", run: () => act("job.pause", "job.resume") }] : []),
		...(may("PUT jobs/{id}") ? [{ keys: "e", title: "Edit the job", run: () => act("job.edit") }] : []),
	]);
}

function Content({ job }: { job: Job }) {
	const tab = param("tab");
	return (
		<>
			<PageHead title={<>{visible(job.name || job.code)} <State of={job.status} /></>}
				sub={<>{visible(scheduleText(job))} · {job.timezone} · <code>{visible(job.handler)}</code> · <Tenant id={job.tenant_id} /></>}>
				<ActionBar kind="job" subject={job} label={`More actions of ${job.code}`}
					buttons={["job.run", "job.resume", "job.enable", "job.pause", "job.edit"]} />
			</PageHead>
			{job.pause && <PauseNote job={job} />}
			{job.description && <p class="job-text">{visible(job.description)}</p>}
			<Tabs label="Parts of the job" current={tab} tabs={tabsOf()} />
			{tab === "" && <Overview job={job} />}
			{tab === "executions" && <JobExecutions job={job} />}
			{tab === "occurrences" && <Occurrences job={job} />}
			{tab === "dependencies" && <Dependencies job={job} />}
			{tab === "alerts" && <Alerts job={job} />}
			{tab === "history" && may("GET audit") && <History job={job} />}
			{tab === "raw" && <Json value={job} label="job" tall />}
		</>
	);
}

function PauseNote({ job }: { job: Job }) {
	const pause = job.pause;
	if (!pause) return null;
	return (
		<div class="note tone-warn" role="status" data-note="paused">
			<Icon name="pause" />
			<p>
				<b>Paused</b>{pause.reason && <>: {visible(pause.reason)}</>}. Since <Time at={pause.since} />{pause.author && <> by {visible(actorName(pause.author))}</>}.
				{pause.until ? <> It resumes by itself <Time at={pause.until} />.</> : <> It stays so until somebody resumes it.</>}
			</p>
		</div>
	);
}
