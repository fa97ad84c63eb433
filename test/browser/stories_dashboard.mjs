// The Job dashboard, and how the page bears a flood of events.
import { check, look, same, until } from "./browser.mjs";
import { lease, ranTask } from "./server.mjs";
import { story } from "./story.mjs";

const tile = (page, id) => page.locator(`[data-tile="${id}"] .tile-value`);

story("the_dashboard_teaches_then_tells", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/");
	await page.locator(".first-steps").waitFor();
	await look(page, "dashboard-empty");
	await tenant.producer.post("jobs", { code: "hourly", handler: "hourly.run", cron_expression: "0 * * * *" });
	await tenant.producer.post("tasks", { type: "held.task", in: "2h" });
	for (let round = 0; round < 3; round++) await ranTask(tenant, "mail.send");
	for (let round = 0; round < 4; round++) {
		await ranTask(tenant, "crm.sync", "fail", { error: { class: "http_4xx", message: `no customer ${round}` } });
	}
	await until(page, "four dead letters", () => document.querySelector('[data-tile="dead"] .tile-value')?.textContent === "4");
	same(await tile(page, "queued").textContent(), "2");
	// Four failures that differ in a number alone are one line.
	await until(page, "one group of four", () => {
		const rows = [...document.querySelectorAll('[aria-label="Failures by type and error"] tbody tr[data-id]')];
		return rows.length === 1 && rows[0].querySelector("[data-column=count]").textContent === "4";
	});
	await until(page, "the upcoming ones", () => document.querySelectorAll('[aria-label="Upcoming runs"] tbody tr[data-id]').length === 2);
	await page.locator(".plot canvas").first().waitFor();
	await page.locator('[aria-label="Upcoming runs"] button.main-link').first().click();
	await page.getByRole("dialog", { name: "Run" }).locator("[data-reason]").first().waitFor();
});

story("the_system_sees_tenants_side_by_side", async ({ server, open }) => {
	const tenant = await server.tenant();
	await ranTask(tenant, "mail.send");
	await server.admin.put(`tenants/${tenant.id}/settings`, { maintenance: { enabled: true, reason: "we move house" } });
	const page = await open(server.admin, "/");
	await page.locator('[data-banner="maintenance"]').filter({ hasText: "we move house" }).waitFor();
	await look(page, "dashboard-system");
	await page.locator(`[aria-label="Tenants"] tr[data-id="${tenant.id}"] button`).click();
	await page.waitForURL(`**/?tenant=${tenant.id}`);
	await page.locator('[data-tile="queued"]').waitFor();
	same(await page.locator('[aria-label="Tenants"] table').count(), 0);
	await server.admin.put(`tenants/${tenant.id}/settings`, { maintenance: { enabled: false } });
	await page.reload();
	await page.locator('[data-tile="queued"]').waitFor();
	same(await page.locator('[data-banner="maintenance"]').count(), 0);
});

// Counts what the page does about events: batches that are passed on, events in them, and how often the table is
// drawn. The channel between tabs carries every batch, so that is where they are seen.
function watchEvents(page) {
	return page.evaluate(() => {
		const seen = { begun: performance.now(), batches: 0, events: 0, cuts: 0, largest: 0, renders: 0 };
		const post = BroadcastChannel.prototype.postMessage;
		BroadcastChannel.prototype.postMessage = function (batch) {
			if (batch.events.length) seen.batches++;
			if (batch.isCut) seen.cuts++;
			seen.events += batch.events.length;
			seen.largest = Math.max(seen.largest, batch.events.length);
			return post.call(this, batch);
		};
		new MutationObserver(() => { seen.renders++; }).observe(document.querySelector("main"), { childList: true, subtree: true, characterData: true });
		globalThis.seen = seen;
	});
}

// Every bound grows with the time that the flood took, never with its events: a slow machine is allowed more.
story("a_flood_of_events_does_not_freeze_the_page", async ({ server, visitor, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.viewer, "/executions");
	await page.locator("[data-live=live]").waitFor();
	await watchEvents(page);
	const before = visitor.requests.length;
	for (let round = 0; round < 4; round++) {
		const tasks = Array.from({ length: 500 }, (_one, index) => ({ type: "flood", idempotency_key: `${round}.${index}` }));
		await tenant.producer.post("tasks/bulk", { tasks });
		const held = await lease(tenant, ["flood"], 500);
		await tenant.worker.post("worker/results", { worker_id: "w1", results: held.map((one) => ({ execution_id: one.execution_id, outcome: "success" })) });
	}
	await until(page, "the flood", () => document.querySelectorAll("tbody tr[data-id]").length > 10);
	await until(page, "a thousand events, or more at once than are passed on", () => globalThis.seen.events >= 1000 || globalThis.seen.cuts > 0);
	check(await page.evaluate(() => document.querySelectorAll("tbody tr").length) < 200, "every row is drawn");
	const seen = await page.evaluate(() => ({ ...globalThis.seen, took: performance.now() - globalThis.seen.begun }));
	const asked = visitor.requests.slice(before).filter((url) => /scheduler\/executions\?/.test(url)).length;
	const within = (count, ms, what) => check(count <= seen.took / ms + 3, `${what}: ${count} in ${Math.round(seen.took)} ms (${JSON.stringify(seen)})`);
	check(asked >= 1, "the list was not asked for");
	within(asked, 2000, "questions for the list");
	within(seen.batches, 250, "batches of events");
	// Each answer, the clock's tick each second and what follows them draw once or twice.
	within(seen.renders, 200, "drawings of the page");
	check(seen.largest <= 500, `a batch of ${seen.largest} events`);
});
