// Which rows of a long table are drawn: those in view and some around them. The window moves in steps, so that
// most frames of a scroll draw nothing, and rows that leave it are used again for those that enter.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Rows } from "../data/pages";

const AROUND = 12; // rows drawn beyond the edges, at least
const STEP = 8; // rows by which the window moves
const ALL_MAX = 120; // so many are drawn at once without further ado
const FIRST_SIZE = 900; // pixels, until the box is measured

interface View {
	from: number;
	to: number;
	isAtTop: boolean;
}

function viewOf(top: number, size: number, height: number): View {
	return {
		from: Math.max(0, Math.floor((top / height - AROUND) / STEP) * STEP),
		to: Math.ceil(((top + size) / height + AROUND) / STEP) * STEP,
		isAtTop: top < height,
	};
}

const isSame = (a: View, b: View): boolean => a.from === b.from && a.to === b.to && a.isAtTop === b.isAtTop;

export function useRowWindow<T>(rows: Rows<T>, height: number, fills: boolean) {
	const box = useRef<HTMLDivElement>(null);
	const [view, setView] = useState(() => viewOf(0, FIRST_SIZE, height));
	const pool = useRef(0);
	useLayoutEffect(() => {
		const element = box.current;
		if (!element || !fills) return undefined;
		let frame = 0;
		const measure = (): void => {
			frame = 0;
			const next = viewOf(element.scrollTop, element.clientHeight, height);
			setView((before) => isSame(before, next) ? before : next);
		};
		const later = (): void => { frame ||= requestAnimationFrame(measure); };
		const watch = new ResizeObserver(later);
		watch.observe(element);
		element.addEventListener("scroll", later, { passive: true });
		measure();
		return () => {
			cancelAnimationFrame(frame);
			watch.disconnect();
			element.removeEventListener("scroll", later);
		};
	}, [fills, height]);
	const isWhole = !fills || (rows.isComplete && rows.length <= ALL_MAX);
	const to = isWhole ? rows.length : Math.min(rows.length, view.to);
	const from = isWhole ? 0 : Math.min(view.from, to);
	pool.current = Math.max(pool.current, to - from);
	// Rows that leave the window give their elements to those that enter it.
	const keyOf = (index: number): number => index % Math.max(1, pool.current);
	return { box, from, to, wanted: to + AROUND, isAtTop: view.isAtTop, keyOf };
}
