// How the parts of the screen ask about their job.
import { get, part, type Query } from "../../data/client";
import type { LiveEvent } from "../../data/live";
import type { Job } from "../../data/model";
import { ofTenant } from "../../data/session";

export function isAbout(job: string): (event: LiveEvent) => boolean {
	return (event) => event.data.job_id === job || event.data.job_code === job;
}

export function getOf<T>(job: Job, path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
	return get<T>(`jobs/${part(job.id)}/${path}`, ofTenant(job.tenant_id, query), signal);
}
