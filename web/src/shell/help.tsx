// The keys that count at the moment.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { currentKeys, keyText } from "../data/keys";
import { Dialog } from "../parts/overlay";

export const isHelpOpen = signal(false);

export function Help() {
	// As they were before this dialog took the keyboard.
	const [keys] = useState(currentKeys);
	return (
		<Dialog title="Keys" label="Keys" onClose={() => { isHelpOpen.value = false; }}>
			<dl class="keys">
				{keys.map((one) => (
					<div key={one.keys}>
						<dt>{keyText(one.keys).map((key) => <kbd key={key}>{key}</kbd>)}</dt>
						<dd>{one.title}</dd>
					</div>
				))}
			</dl>
		</Dialog>
	);
}
