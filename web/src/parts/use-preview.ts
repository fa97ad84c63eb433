// What the server says of something while it is typed: a rule in words and when it would run, what
// settings would hold back.
import { useEffect, useState } from "preact/hooks";
import { callFor } from "../data/client";
import type { NextRun } from "../data/model";
import { asProblem, type Problem } from "../data/problem";

export interface Preview {
	words?: string | null;
	data: NextRun[];
	retry_delays_ms?: number[];
}

const TYPED_MS = 250; // after the last key

// The latest answer, and the refusal of what is typed now. null: there is nothing to ask.
export function usePreview<T = Preview>(body: Record<string, unknown> | null, path = "preview"): { preview: T | null; problem: Problem | null } {
	const [preview, setPreview] = useState<T | null>(null);
	const [problem, setProblem] = useState<Problem | null>(null);
	const key = JSON.stringify([path, body]);
	useEffect(() => {
		if (!body) {
			setPreview(null);
			setProblem(null);
			return undefined;
		}
		const end = new AbortController();
		const timer = setTimeout(() => {
			callFor<T>({ method: "POST", path, body }, end.signal).then(({ data }) => {
				setPreview(data);
				setProblem(null);
			}, (error) => { if (!end.signal.aborted) setProblem(asProblem(error)); });
		}, TYPED_MS);
		return () => {
			clearTimeout(timer);
			end.abort();
		};
	}, [key]);
	return { preview, problem };
}
