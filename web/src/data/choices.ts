// What a job's settings are called: in its form and on its page.
export type Choices = readonly (readonly [value: string, title: string])[];

export const overlaps: Choices = [["queue", "wait for it"], ["skip", "leave it out"], ["replace", "cancel the running one"]];
export const misfires: Choices = [["run_once", "one late run for all"], ["skip", "leave them out"], ["run_all", "run each of them"]];
export const gaps: Choices = [["shift", "later by as much"], ["next", "when clocks have changed"], ["skip", "leave it out"]];
export const doubles: Choices = [["default", "by the kind of rule"], ["first", "the first time"], ["second", "the second time"], ["both", "both times"]];

export function titleOf(choices: Choices, value: string): string {
	return choices.find(([one]) => one === value)?.[1] ?? value;
}

const alertKinds: Choices = [
	["FAILURE", "Failures in a row"], ["TIMEOUT", "Timeouts in a row"], ["LONG_RUNNING", "Run takes too long"], ["MISSED", "Run did not start"],
	["DLQ_GROWTH", "Dead letters grow"], ["STALLED", "Runs stall"], ["RATE_LIMITED", "429 answers in a row"], ["NO_WORKER", "Runs wait for a worker"], ["LATENCY", "Runs start late"],
];

// A kind that is not known here reads as its name does.
export function alertName({ alert_type: kind }: { alert_type: string }): string {
	const known = titleOf(alertKinds, kind);
	return known === kind ? kind.charAt(0) + kind.slice(1).toLowerCase().replaceAll("_", " ") : known;
}
