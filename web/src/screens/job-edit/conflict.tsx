// Somebody else changed the job since the form was opened: what they changed, and where both did.
import { conflictsOf, valueText, type Fields } from "../../data/diff";
import { visible } from "../../data/text";
import { Dialog } from "../../parts/overlay";

interface ConflictProps {
	base: Fields;
	mine: Fields;
	theirs: Fields;
	onMine: () => void;
	onTheirs: () => void;
	onClose: () => void;
}

export function ConflictDialog({ base, mine, theirs, onMine, onTheirs, onClose }: ConflictProps) {
	const { theirs: changed, both } = conflictsOf(base, mine, theirs);
	const bothNames = new Set(both.map((one) => one.field));
	return (
		<Dialog title="The job was changed meanwhile" label="Conflict" size="large" onClose={onClose}>
			<p class="ask-text">Somebody saved another version while this form was open. Nothing of yours was saved yet.</p>
			<table class="table conflict">
				<thead><tr><th scope="col">Field</th><th scope="col">When you began</th><th scope="col">Theirs, now saved</th><th scope="col">Yours</th></tr></thead>
				<tbody>
					{[...changed.map((one) => one.field), ...Object.keys(mine).filter((name) => !changed.some((one) => one.field === name))].map((field) => (
						<tr key={field} data-field={field} class={bothNames.has(field) ? "is-both" : ""}>
							<td><code>{field}</code>{bothNames.has(field) && <small> both changed it</small>}</td>
							<td>{visible(valueText(base[field]))}</td>
							<td>{visible(valueText(theirs[field]))}</td>
							<td>{field in mine ? visible(valueText(mine[field])) : <span class="faint">left as it is</span>}</td>
						</tr>
					))}
				</tbody>
			</table>
			<div class="dialog-foot">
				<button type="button" class="button" onClick={onClose}>Back to the form</button>
				<button type="button" class="button" data-action="take-theirs" onClick={onTheirs}>Drop mine</button>
				<button type="button" class="button is-primary" data-action="take-mine" onClick={onMine}>
					{both.length ? "Save mine over theirs" : "Save mine beside theirs"}
				</button>
			</div>
		</Dialog>
	);
}
