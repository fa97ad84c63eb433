// A long list with everything around its rows: first load, problem, nothing there, how many.
import type { ComponentChildren } from "preact";
import type { Pages } from "../data/pages";
import { count, plural } from "../data/text";
import { Skeleton } from "./bits";
import { Icon } from "./icon";
import { ProblemBox } from "./problem";
import { Table, type Column } from "./table";

interface ListProps<T> {
	label: string;
	noun: string;
	nouns?: string;
	pages: Pages<T>;
	columns: Column<T>[];
	id: (row: T) => string;
	none: ComponentChildren;
	onOpen?: (row: T) => void;
	onActive?: (row: T | null) => void;
	selection?: { value: ReadonlySet<string> };
	onSelect?: (ids: ReadonlySet<string>) => void;
}

export function List<T>({ pages, noun, nouns = `${noun}s`, none, ...table }: ListProps<T>) {
	void pages.version.value;
	if (pages.problem.value && !pages.length) return <ProblemBox problem={pages.problem.value} retry={() => { void pages.refreshHead(); }} />;
	if (pages.isLoading.value) return <Skeleton rows={8} />;
	if (!pages.length) return <>{none}</>;
	return (
		<>
			{pages.fresh.value > 0 && (
				<div class="fresh-pill">
					<button type="button" class="button is-primary is-small" data-action="fresh" onClick={() => {
						pages.showFresh();
						document.querySelector(".table-box.fills")?.scrollTo(0, 0);
					}}><Icon name="up" size={14} />{count(pages.fresh.value)} new</button>
				</div>
			)}
			<Table {...table} rows={pages} fills onTop={(isAtTop) => { pages.isAtTop = isAtTop; }} />
			<p class="list-foot"><span>{pages.isComplete ? plural(pages.length, noun, nouns) : `${count(pages.length)}+ ${nouns}`}</span>
				{pages.problem.value && <span class="is-bad" data-code={pages.problem.value.code}>{pages.problem.value.title}: asked again soon</span>}</p>
		</>
	);
}
