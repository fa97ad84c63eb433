// What a newcomer does first. Shown while the tenant has no run at all.
import { may, href } from "../../data/session";
import { Card, LinkButton } from "../../parts/bits";
import { Code } from "../../parts/code";

const enqueue = `curl -H "Authorization: Bearer $BELFRY_TOKEN" \\
  --json '{"type": "hello"}' \\
${location.origin}/api/v1/scheduler/tasks`;
const worker = "belfry worker --exec 'hello=cat'";
const schedule = "belfry job create hello --handler hello \\\n  --cron '* * * * *'";

export function FirstSteps() {
	return (
		<Card title="Nothing has run yet" class="first-steps">
			<ol class="steps">
				<li>
					<h3>Hand in a piece of work</h3>
					<p>A task is one run, now or later.</p>
					<Code text={enqueue} label="curl to create a task" />
				</li>
				<li>
					<h3>Carry it out</h3>
					<p>A worker in any language leases runs over HTTP. This one runs a program for each.</p>
					<Code text={worker} label="command that starts a worker" />
				</li>
				<li>
					<h3>Do it again and again</h3>
					<p>A job plans runs by cron, recurrence rule or interval.</p>
					<Code text={schedule} label="command that creates a job" />
					{may("POST jobs") && <LinkButton to={href("/jobs/new")} icon="plus" isPrimary>New job</LinkButton>}
				</li>
			</ol>
		</Card>
	);
}
