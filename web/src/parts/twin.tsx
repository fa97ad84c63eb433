// The numbers of a picture as a table, for those who cannot see it and those who want to copy them.
// The rows are made when the table is opened: most are never looked at.
import { useState } from "preact/hooks";

interface TwinProps {
	label: string;
	head: string[];
	rows: (string | number)[][];
}

const ROWS_MAX = 200;

export function DataTwin({ label, head, rows }: TwinProps) {
	const [isOpen, setOpen] = useState(false);
	return (
		<details class="twin" onToggle={(event) => setOpen((event.target as HTMLDetailsElement).open)}>
			<summary>{label} as a table</summary>
			{isOpen && (
				<div class="table-box" tabIndex={0} role="region" aria-label={`${label} as a table`}>
					<table class="table is-compact">
						<thead><tr>{head.map((one, index) => <th key={one} scope="col" class={index ? "is-number" : ""}>{one}</th>)}</tr></thead>
						<tbody>
							{rows.slice(0, ROWS_MAX).map((row, index) => (
								<tr key={index}>{row.map((cell, column) => <td key={column} class={column ? "is-number" : ""}>{cell}</td>)}</tr>
							))}
						</tbody>
					</table>
				</div>
			)}
		</details>
	);
}
