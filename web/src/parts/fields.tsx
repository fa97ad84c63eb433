// Form fields: a label above, a hint below, the server's reason in place of the hint when it refused.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Common {
	label: ComponentChildren;
	name: string;
	hint?: ComponentChildren;
	error?: string | undefined;
	isRequired?: boolean;
	isDisabled?: boolean;
}

interface TextProps extends Common {
	value: string;
	onInput: (value: string) => void;
	type?: "text" | "number" | "password" | "search" | "datetime-local";
	lines?: number;
	isCode?: boolean;
	placeholder?: string;
	autoComplete?: string;
	list?: readonly (string | readonly [value: string, title: string])[];
	min?: number;
	max?: number;
	unit?: string;
}

function Frame({ id, label, hint, error, isRequired, children }: Common & { id: string; children: ComponentChildren }) {
	return (
		<div class={`field ${error ? "is-wrong" : ""}`}>
			<label for={id}>{label}{isRequired && <span class="required" aria-hidden="true"> *</span>}</label>
			{children}
			{error ? <p class="field-error" id={`${id}-note`} role="alert">{error}</p>
				: hint ? <p class="field-hint" id={`${id}-note`}>{hint}</p> : null}
		</div>
	);
}

export function Field(props: TextProps) {
	const id = useId();
	const shared = {
		id, name: props.name, value: props.value, disabled: props.isDisabled, required: props.isRequired,
		placeholder: props.placeholder, spellcheck: false,
		class: props.isCode ? "is-code" : "",
		"aria-invalid": props.error ? true : undefined,
		"aria-describedby": props.error || props.hint ? `${id}-note` : undefined,
		onInput: (event: Event) => props.onInput((event.target as HTMLInputElement).value),
	};
	return (
		<Frame {...props} id={id}>
			{(props.lines ?? 1) > 1 ? <textarea {...shared} rows={props.lines} /> : (
				<span class="input-line">
					<input {...shared} {...({ type: props.type ?? "text" } as { type: "text" })} autoComplete={props.autoComplete ?? "off"}
						{...(props.list ? { list: `${id}-list` } : {})} min={props.min} max={props.max} />
					{props.unit && <span class="unit">{props.unit}</span>}
				</span>
			)}
			{props.list && <datalist id={`${id}-list`}>{props.list.map((one) => typeof one === "string" ? <option key={one} value={one} /> : <option key={one[0]} value={one[0]} label={one[1] || undefined} />)}</datalist>}
		</Frame>
	);
}

interface ChoiceProps extends Common {
	value: string;
	choices: readonly (readonly [value: string, title: string])[];
	onChange: (value: string) => void;
}

export function Choice(props: ChoiceProps) {
	const id = useId();
	return (
		<Frame {...props} id={id}>
			<select id={id} name={props.name} value={props.value} disabled={props.isDisabled} required={props.isRequired}
				aria-describedby={props.error || props.hint ? `${id}-note` : undefined}
				onChange={(event) => props.onChange((event.target as HTMLSelectElement).value)}>
				{props.choices.map(([value, title]) => <option key={value} value={value}>{title}</option>)}
			</select>
		</Frame>
	);
}

interface CheckProps extends Omit<Common, "error"> {
	isOn: boolean;
	onChange: (isOn: boolean) => void;
}

export function Check({ label, name, hint, isOn, onChange, isDisabled }: CheckProps) {
	const id = useId();
	return (
		<div class="field is-check">
			<input type="checkbox" id={id} name={name} checked={isOn} disabled={isDisabled}
				aria-describedby={hint ? `${id}-note` : undefined}
				onChange={(event) => onChange((event.target as HTMLInputElement).checked)} />
			<label for={id}>{label}</label>
			{hint && <p class="field-hint" id={`${id}-note`}>{hint}</p>}
		</div>
	);
}

// A few choices side by side.
export function Segments({ label, value, choices, onChange }: {
	label: string; value: string; choices: ChoiceProps["choices"]; onChange: (value: string) => void;
}) {
	return (
		<div class="segments" role="radiogroup" aria-label={label}>
			{choices.map(([one, title]) => (
				<button type="button" role="radio" key={one} aria-checked={one === value}
					onClick={() => onChange(one)}>{title}</button>
			))}
		</div>
	);
}
