// Dialogs and drawers: real <dialog> elements. Escape and a click beside one close it; focus goes
// back to where it came from.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useKeys } from "../data/keys";
import { Icon } from "./icon";

interface OverlayProps {
	title: ComponentChildren;
	label: string;
	onClose: () => void;
	children: ComponentChildren;
	footer?: ComponentChildren;
	size?: "small" | "large";
}

export function Dialog({ title, label, onClose, children, footer, size = "small" }: OverlayProps) {
	const element = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		const before = document.activeElement;
		element.current?.showModal();
		return () => { if (before instanceof HTMLElement) before.focus(); };
	}, []);
	useKeys([{ keys: "Escape", title: "Close", run: onClose }], true, true);
	return (
		<dialog ref={element} class={`dialog is-${size}`} aria-label={label}
			onCancel={(event) => { event.preventDefault(); onClose(); }}
			onClick={(event) => { if (event.target === element.current) onClose(); }}>
			<div class="dialog-box">
				<header class="dialog-head">
					<h2>{title}</h2>
					<button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
						<Icon name="close" />
					</button>
				</header>
				<div class="dialog-body">{children}</div>
				{footer && <footer class="dialog-foot">{footer}</footer>}
			</div>
		</dialog>
	);
}

// Beside the list, which stays usable: j and k go on to the next row while it is open.
export function Drawer({ title, label, onClose, children, footer }: OverlayProps) {
	const element = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		const before = document.activeElement;
		element.current?.show();
		element.current?.focus();
		return () => { if (before instanceof HTMLElement && before.isConnected) before.focus(); };
	}, []);
	useKeys([{ keys: "Escape", title: "Close the drawer", run: onClose }]);
	return (
		<dialog ref={element} class="drawer" aria-label={label} tabIndex={-1}>
			<header class="drawer-head">
				<div class="drawer-title">{title}</div>
				<button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
					<Icon name="close" />
				</button>
			</header>
			<div class="drawer-body" tabIndex={0} role="region" aria-label={`${label}, content`}>{children}</div>
			{footer && <footer class="drawer-foot">{footer}</footer>}
		</dialog>
	);
}
