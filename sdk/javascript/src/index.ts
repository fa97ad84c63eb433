// Belfry for JavaScript and TypeScript: a client, a worker, event streams, webhooks.
export { Client, type CallOptions } from "./client.js";
export { Context, type Extras, type OnceOptions } from "./context.js";
export * from "./errors.js";
export { followEvents, type BelfryEvent, type EventFilter } from "./events.js";
export type { Lease, Outcome } from "./protocol.js";
export type { StandardSchema } from "./schema.js";
export {
	createScheduler,
	handleAll,
	scheduleOnce,
	scheduleRecurring,
	type GuildHandler,
	type ScheduleOnce,
	type ScheduleRecurring,
	type Scheduler,
} from "./scheduler.js";
export { Transport, type ConnectionOptions } from "./transport.js";
export { verifyWebhook, type WebhookCheck } from "./webhooks.js";
export { Worker, type Handler, type HandlerOptions, type Logger, type Middleware, type WorkerOptions } from "./worker.js";
export type * as api from "./api.js";
