// The question before an action that is not simply undone: it names what it is done to, never a
// bare yes or no; for what cannot be undone a word has to be typed.
import { useState } from "preact/hooks";
import { pending, type AskField, type Input, type Pending } from "../data/actions";
import { Check, Choice, Field } from "./fields";
import { CopyButton } from "./copy";
import type { Problem } from "../data/problem";
import { capital, visible } from "../data/text";
import { Dialog } from "./overlay";
import { TenantChoice } from "./tenant-choice";
import { ProblemBox } from "./problem";
import { usePreview } from "./use-preview";

export function ConfirmHost() {
	const open = pending.value;
	return open ? <Confirm key={open.ask.title + open.ask.text} open={open} /> : null;
}

function initial(fields: AskField[] | undefined): Input {
	return Object.fromEntries((fields ?? []).map((field) => [field.name, field.value ?? ""]));
}

function Confirm({ open }: { open: Pending }) {
	const { ask, lines, go } = open;
	const [typed, setTyped] = useState("");
	const [input, setInput] = useState<Input>(() => initial(ask.fields));
	const [isBusy, setBusy] = useState(false);
	const [problem, setProblem] = useState<Problem | null>(null);
	const close = (): void => { pending.value = null; };
	const isReady = !ask.typed || typed.trim() === ask.typed;
	const submit = async (event: Event): Promise<void> => {
		event.preventDefault();
		if (!isReady || isBusy) return;
		setBusy(true);
		const found = await go(input);
		setBusy(false);
		setProblem(found);
		if (!found) close();
	};
	return (
		<Dialog title={visible(ask.title)} label={visible(ask.title)} onClose={close}>
			<form id="confirm" onSubmit={(event) => { void submit(event); }}>
				<p class="ask-text">{visible(ask.text)}</p>
				{problem && <ProblemBox problem={problem} />}
				{ask.fields?.map((field) => (
					<AskInput key={field.name} field={field} value={input[field.name] ?? ""}
						onChange={(value) => setInput({ ...input, [field.name]: value })} />
				))}
				{ask.typed && (
					<Field label={<>Type <code>{ask.typed}</code> to go on</>} name="typed" value={typed} onInput={setTyped} autoComplete="off" />
				)}
				<details class="lines">
					<summary>The same on the command line</summary>
					<Line text={lines.cli} label="Copy command line" />
					<Line text={lines.curl} label="Copy curl command" />
				</details>
				<div class="dialog-foot">
					<button type="button" class="button" onClick={close}>Keep as it is</button>
					<button type="submit" class={`button ${ask.isDanger ? "is-danger is-filled" : "is-primary"}`}
						disabled={!isReady || isBusy} data-action="confirm">{ask.confirm}</button>
				</div>
			</form>
		</Dialog>
	);
}

function Line({ text, label }: { text: string; label: string }) {
	return (
		<div class="code-line"><pre>{text}</pre><CopyButton text={text} label={label} /></div>
	);
}

function AskInput({ field, value, onChange }: { field: AskField; value: string; onChange: (value: string) => void }) {
	if (field.kind === "tenant") return <TenantChoice name={field.name} value={value} onChange={onChange} />;
	if (field.kind === "choice") {
		return <Choice label={field.label} name={field.name} value={value} onChange={onChange} hint={field.hint} choices={field.choices ?? []} />;
	}
	if (field.kind === "check") {
		return <Check label={field.label} name={field.name} isOn={value === "yes"} onChange={(isOn) => onChange(isOn ? "yes" : "")} hint={field.hint} />;
	}
	if (field.kind === "cron") return <CronField field={field} value={value} onChange={onChange} />;
	return (
		<Field label={field.label} name={field.name} value={value} onInput={onChange} hint={field.hint}
			isRequired={field.isRequired ?? false} lines={field.kind === "json" ? 6 : field.kind === "lines" ? 3 : 1}
			type={field.kind === "number" || field.kind === "password" ? field.kind : "text"} isCode={field.kind === "json"} />
	);
}

// A cron expression, with what the server reads it as.
function CronField({ field, value, onChange }: { field: AskField; value: string; onChange: (value: string) => void }) {
	const { preview, problem } = usePreview(value ? { kind: "cron", rule: value, timezone: "UTC", count: 1 } : null);
	return (
		<Field label={field.label} name={field.name} value={value} onInput={onChange} isRequired={field.isRequired ?? false} isCode
			error={problem ? visible(problem.faults[0]?.reason ?? problem.detail) : undefined}
			hint={preview?.words ? <b class="cron-words">{visible(capital(preview.words))}</b> : field.hint} />
	);
}
