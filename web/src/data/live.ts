// What happens on the server, as it happens: one stream of events for all tabs of this browser.
// Browsers allow six connections to a server, so a stream for each tab would stop the seventh.
// Whichever visible tab holds the lock reads the stream and passes it on to the others. A hidden
// tab gives the lock back: while no tab is visible there is no stream. Whoever comes back asks its
// lists anew, so a gap does no harm.
import { computed, effect, signal } from "@preact/signals";
import { BASE, queryText } from "./client";
import { now, serverNow } from "./clock";
import { inScope, may, me } from "./session";
import { readEvents, type LiveEvent } from "./sse";

export type { LiveEvent } from "./sse";

export type Batch = { events: LiveEvent[]; isCut: boolean };
type Listener = (batch: Batch) => void;

const BATCH_MS = 250;
const BATCH_MAX = 500; // more at once are not passed on: lists are asked anew instead
const QUIET_MAX_MS = 40_000; // the server shows every 15 seconds that it lives
const POLL_MS = 15_000; // without a stream
const RETRY_MS = [500, 1000, 2000, 5000, 10_000];

const listeners = new Set<Listener>();
const lastWord = signal(0);
const begunAt = signal(0);
const isOn = signal(false);
const isVisible = signal(document.visibilityState === "visible");

export const isPaused = signal(false);

export type LiveState = "live" | "connecting" | "stale" | "paused";

// The last word, or where the wait for the first one began.
export const lastHeard = computed(() => lastWord.value || begunAt.value);

export const liveState = computed<LiveState>(() => {
	if (isPaused.value) return "paused";
	if (now.value - lastHeard.value > QUIET_MAX_MS) return "stale";
	return lastWord.value ? "live" : "connecting";
});

export function onEvents(listener: Listener): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

// A page whose address and scope differ gets no events of the other: the name has both.
const channelName = (scope: string): string => `belfry ${scope}`;

class Stream {
	private readonly channel: BroadcastChannel;
	private readonly end = new AbortController();
	private pending: LiveEvent[] = [];
	private isCut = false;
	private timer = 0;

	constructor(private readonly scope: string) {
		this.channel = new BroadcastChannel(channelName(scope));
		this.channel.onmessage = (message: MessageEvent<Batch>) => this.give(message.data);
		void this.lead();
	}

	stop(): void {
		this.end.abort();
		this.channel.close();
		clearTimeout(this.timer);
	}

	private async lead(): Promise<void> {
		const options = { signal: this.end.signal };
		try {
			await navigator.locks.request(channelName(this.scope), options, () => this.read());
		} catch {
			// Another tab leads until this one is stopped.
		}
	}

	private async read(): Promise<void> {
		let lastId = "";
		let failures = 0;
		while (!this.end.signal.aborted) {
			try {
				lastId = await this.readOnce(lastId, () => { failures = 0; });
			} catch {
				if (this.end.signal.aborted) return;
			}
			await wait(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] as number, this.end.signal);
		}
	}

	// Reads until the connection ends; the id to go on behind.
	private async readOnce(lastId: string, onOpen: () => void): Promise<string> {
		const headers: Record<string, string> = { Accept: "text/event-stream" };
		if (lastId) headers["Last-Event-ID"] = lastId;
		const url = `${BASE}events${queryText(inScope())}`;
		const response = await fetch(url, { headers, credentials: "same-origin", signal: this.end.signal });
		if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
		onOpen();
		this.hear();
		let id = lastId;
		for await (const one of readEvents(response.body)) {
			if (one.id) id = one.id;
			if (one.event) this.take(one.event);
			else this.hear();
		}
		return id;
	}

	private hear(): void {
		this.pass({ events: [], isCut: false });
	}

	private take(event: LiveEvent): void {
		if (this.pending.length < BATCH_MAX) this.pending.push(event);
		else this.isCut = true;
		if (!this.timer) this.timer = window.setTimeout(() => this.flush(), BATCH_MS);
	}

	private flush(): void {
		this.timer = 0;
		const batch = { events: this.pending, isCut: this.isCut };
		this.pending = [];
		this.isCut = false;
		this.pass(batch);
	}

	private pass(batch: Batch): void {
		this.channel.postMessage(batch);
		this.give(batch);
	}

	private give(batch: Batch): void {
		lastWord.value = serverNow();
		if (!batch.events.length && !batch.isCut) return;
		for (const listener of listeners) listener(batch);
	}
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, ms);
		signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
	});
}

document.addEventListener("visibilitychange", () => {
	isVisible.value = document.visibilityState === "visible";
});

const wanted = computed(() => {
	if (!me.value || !isVisible.value || isPaused.value || !may("GET events")) return "";
	return `${me.value.tenant_id} ${me.value.role} ${inScope()["tenant_id"] ?? ""}`;
});

export function startLive(): void {
	effect(() => {
		const name = wanted.value;
		if (!name) return undefined;
		lastWord.value = 0;
		begunAt.value = serverNow();
		isOn.value = true;
		const stream = new Stream(name);
		return () => {
			isOn.value = false;
			stream.stop();
		};
	});
	// Lists that live by events are asked anew from time to time while none come.
	effect(() => {
		if (!wanted.value || liveState.value !== "stale") return undefined;
		const timer = setInterval(() => {
			for (const listener of listeners) listener({ events: [], isCut: true });
		}, POLL_MS);
		return () => clearInterval(timer);
	});
}
