// What a job's settings are called: in its form and on its page.
export type Choices = readonly (readonly [value: string, title: string])[];

export const overlaps: Choices = [["queue", "wait for it"], ["skip", "leave it out"], ["replace", "cancel the running one"]];
export const misfires: Choices = [["run_once", "one late run for all"], ["skip", "leave them out"], ["run_all", "run each of them"]];
export const gaps: Choices = [["shift", "later by as much"], ["next", "when clocks have changed"], ["skip", "leave it out"]];
export const doubles: Choices = [["default", "by the kind of rule"], ["first", "the first time"], ["second", "the second time"], ["both", "both times"]];

export function titleOf(choices: Choices, value: string): string {
	return choices.find(([one]) => one === value)?.[1] ?? value;
}
