// `scheduleOnce` and `scheduleRecurring`: two calls for programs that think in guilds, types and
// priorities from 1 (high) to 5 (low).
import { createHash } from "node:crypto";
import { Client } from "./client.js";
import type { Context } from "./context.js";
import { ApiError } from "./errors.js";
import type { Worker } from "./worker.js";

export interface ScheduleOnce {
	/** The tenant. */
	guildId: string;
	type: string;
	payload?: Readonly<Record<string, unknown>>;
	runAt: Date | string | number;
	/** 1 (high) to 5 (low); default 3. */
	priority?: number;
	/** Two calls with one key are one job. */
	idempotencyKey?: string;
}

export interface ScheduleRecurring {
	guildId: string;
	type: string;
	payload?: Readonly<Record<string, unknown>>;
	/** An RFC 5545 rule, such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9`. */
	rrule: string;
	/** An IANA zone, such as `Europe/London`. */
	tz: string;
	/** The first occurrence is at or after it; default now. */
	startFrom?: Date | string | number;
	priority?: number;
}

export interface Scheduler {
	/** Returns the id of the job's run. */
	scheduleOnce(job: ScheduleOnce): Promise<string>;
	/** Returns the id of the first occurrence. */
	scheduleRecurring(job: ScheduleRecurring): Promise<string>;
}

/** A handler of a registry `{type: handler}`; `context` has all that a worker's handler is given. */
export type GuildHandler<Payload = Readonly<Record<string, unknown>>> = (run: {
	guildId: string;
	payload: Payload;
	now: Date;
	context: Context<Payload>;
}) => Promise<unknown>;

function instant(value: Date | string | number, name: string): string {
	const date = value instanceof Date ? value : new Date(value);
	if (Number.isNaN(date.getTime())) throw new RangeError(`${name} is no date: ${String(value)}`);
	return date.toISOString();
}

function required(value: string, name: string): string {
	if (typeof value !== "string" || value === "") throw new TypeError(`${name} is required`);
	return value;
}

function checkPriority(priority: number): number {
	if (!Number.isInteger(priority) || priority < 1 || priority > 5) throw new RangeError(`priority must be 1 to 5, got ${priority}`);
	return priority;
}

/** Members in one order, so that the same content has the same text. */
function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
	const members = Object.entries(value).filter(([, v]) => v !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${members.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(",")}}`;
}

/** The same series gets the same code, so that a program may schedule it at each of its starts. */
function codeOf(job: ScheduleRecurring): string {
	const text = canonical([job.type, job.rrule, job.tz, job.payload ?? {}]);
	return `${job.type.replace(/[^A-Za-z0-9._-]/g, "-").slice(0, 30)}-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

interface TenantSettings {
	priority_scale?: number | null;
}

/** The two calls over one client. Its token belongs to the guild's tenant, or to the tenant system. */
export function createScheduler(client: Client): Scheduler {
	const scales = new Map<string, Promise<number>>();

	/** A tenant's priorities go from 1 to 5 or from 1 to 10; p of the first is 2p - 1 of the second. */
	async function priorityFor(guildId: string, priority: number): Promise<number> {
		let scale = scales.get(guildId);
		if (!scale) {
			scale = client.transport
				.send({ method: "GET", path: `/tenants/${encodeURIComponent(guildId)}/settings` })
				.then((answer) => (answer.body as TenantSettings).priority_scale ?? 10);
			scales.set(guildId, scale);
			scale.catch(() => scales.delete(guildId));
		}
		return (await scale) === 5 ? priority : 2 * priority - 1;
	}

	return {
		async scheduleOnce(job) {
			const priority = checkPriority(job.priority ?? 3);
			const body = {
				tenant_id: required(job.guildId, "guildId"),
				type: required(job.type, "type"),
				payload: job.payload ?? {},
				run_at: instant(job.runAt, "runAt"),
				priority: await priorityFor(job.guildId, priority),
				...(job.idempotencyKey === undefined ? {} : { idempotency_key: job.idempotencyKey }),
			};
			const answer = await client.transport.send({ method: "POST", path: "/tasks", body });
			return (answer.body as { id: string }).id;
		},

		async scheduleRecurring(job) {
			const priority = checkPriority(job.priority ?? 3);
			const code = codeOf(job);
			const body = {
				tenant_id: required(job.guildId, "guildId"),
				code,
				handler: required(job.type, "type"),
				parameters: job.payload ?? {},
				schedule_type: "RRULE",
				rrule: required(job.rrule, "rrule"),
				timezone: required(job.tz, "tz"),
				start_at: instant(job.startFrom ?? new Date(), "startFrom"),
				priority: await priorityFor(job.guildId, priority),
			};
			try {
				const answer = await client.transport.send({ method: "POST", path: "/jobs", body });
				return (answer.body as { next_run_id: string }).next_run_id;
			} catch (error) {
				if (!(error instanceof ApiError && error.status === 409)) throw error;
			}
			const found = await client.transport.send({ method: "GET", path: `/jobs/${encodeURIComponent(code)}`, query: { tenant_id: job.guildId } });
			return (found.body as { next_run_id: string }).next_run_id;
		},
	};
}

let shared: Scheduler | undefined;

/** Over one client for the whole program, whose server and token the environment names. */
function sharedScheduler(): Scheduler {
	return (shared ??= createScheduler(new Client()));
}

/** {@link Scheduler.scheduleOnce} at the server that the environment names. */
export async function scheduleOnce(job: ScheduleOnce): Promise<string> {
	return sharedScheduler().scheduleOnce(job);
}

/** {@link Scheduler.scheduleRecurring} at the server that the environment names. */
export async function scheduleRecurring(job: ScheduleRecurring): Promise<string> {
	return sharedScheduler().scheduleRecurring(job);
}

/** Registers every entry of a registry `{type: handler}` with a worker. */
export function handleAll<Payloads>(worker: Worker, handlers: { readonly [Type in keyof Payloads]: GuildHandler<Payloads[Type]> }): Worker {
	for (const type of Object.keys(handlers) as (keyof Payloads & string)[]) {
		const handler = handlers[type];
		worker.handle<Payloads[typeof type]>(type, (context) => handler({ guildId: context.tenantId, payload: context.payload, now: new Date(), context }));
	}
	return worker;
}
