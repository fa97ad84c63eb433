// The frame around every screen: rail, top bar, banners, and the screen that the path names.
import type { ComponentType } from "preact";
import { Component, type ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { forgetAll } from "../data/resource";
import { go, match, path } from "../data/router";
import { asProblem, type Problem } from "../data/problem";
import { may, me } from "../data/session";
import { Skeleton } from "../parts/bits";
import { ConfirmHost } from "../parts/confirm";
import { Empty } from "../parts/empty";
import { OperationsHost } from "../parts/operations";
import { ProblemBox } from "../parts/problem";
import { RevealHost } from "../parts/reveal";
import { Toaster } from "../parts/toaster";
import { screens, visibleScreens, type Screen, type ScreenProps } from "../screens/registry";
import { Banners } from "./banners";
import { Help, isHelpOpen } from "./help";
import { isPaletteOpen, Palette } from "./palette";
import { Rail } from "./rail";
import { SignIn } from "./sign-in";
import { TopBar, useShellKeys } from "./top-bar";

export function App() {
	const who = me.value;
	useEffect(() => { if (who === null) forgetAll(); }, [who]);
	if (who === undefined) return <Starting />;
	if (who === null) return <SignIn />;
	return <Frame />;
}

// What index.html shows until the first script runs, so that nothing moves when it does.
function Starting() {
	return (
		<div class="frame" role="status" aria-label="Loading">
			<div class="rail"><span class="brand"><span class="brand-mark" /><span>Belfry</span></span></div>
			<div class="frame-right"><div class="top-bar" /></div>
		</div>
	);
}

function Frame() {
	useShellKeys();
	return (
		<>
			<a class="skip-link" href="#main" onClick={(event) => {
				event.preventDefault();
				document.getElementById("main")?.focus();
			}}>Skip to content</a>
			<div class="frame">
				<Rail />
				<div class="frame-right">
					<TopBar />
					<Banners />
					<main id="main" tabIndex={-1}><Outlet /></main>
				</div>
			</div>
			<ConfirmHost />
			<RevealHost />
			{isPaletteOpen.value && <Palette />}
			{isHelpOpen.value && <Help />}
			<OperationsHost />
			<Toaster />
		</>
	);
}

function found(): { screen: Screen; parts: Record<string, string> } | null {
	for (const screen of screens) {
		const parts = match(screen.path, path.value);
		if (parts) return { screen, parts };
	}
	return null;
}

const loaded = new Map<string, ComponentType<ScreenProps>>();

async function loadScreen(screen: Screen): Promise<void> {
	loaded.set(screen.id, (await screen.load()).default);
}

// The screen's code comes while the server is still asked who is here. What fails is told when the
// screen is drawn.
export function loadEarly(): void {
	const here = found();
	if (here) loadScreen(here.screen).catch(() => undefined);
}

function Outlet() {
	const here = found();
	const [, setReady] = useState(0);
	const [problem, setProblem] = useState<Problem | null>(null);
	const id = here?.screen.id ?? "";
	const isDrawn = loaded.has(id); // it may come between this drawing and the effect
	useEffect(() => {
		document.title = here ? `${here.screen.title} · Belfry` : "Belfry";
		if (!here || isDrawn) return;
		setProblem(null);
		loadScreen(here.screen).then(() => setReady((before) => before + 1), (error) => setProblem(asProblem(error)));
	}, [id]);
	if (!here) return <Nothing title="There is no such page" />;
	if (path.value === "/" && !may(here.screen.needs)) return <FirstScreen />;
	if (!may(here.screen.needs)) return <Nothing title="Your role does not show this page" />;
	// A part that is gone belongs to a version before: the page itself has to be loaded anew.
	if (problem) return <ProblemBox problem={problem} retry={() => location.reload()} />;
	const Content = loaded.get(id);
	if (!Content) return <Skeleton rows={6} />;
	return <Guard key={path.value}><Content parts={here.parts} /></Guard>;
}

// Who may not see the dashboard begins at the first screen that they may.
function FirstScreen() {
	const first = visibleScreens().find((screen) => screen.group);
	useEffect(() => { if (first) go(first.path, true); }, [first]);
	return first ? <Skeleton rows={6} /> : <Nothing title="Your role shows no page" />;
}

function Nothing({ title }: { title: string }) {
	return <Empty icon="search" title={title} actions={<a class="button" href="/">To the dashboard</a>} />;
}

// A screen that fails must not take the others with it.
class Guard extends Component<{ children: ComponentChildren }, { error: unknown }> {
	override state = { error: null as unknown };

	static override getDerivedStateFromError(error: unknown) {
		return { error };
	}

	override render() {
		if (!this.state.error) return this.props.children;
		const problem = asProblem(this.state.error);
		return <ProblemBox problem={problem} retry={() => this.setState({ error: null })} />;
	}
}
