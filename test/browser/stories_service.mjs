// Queues, workers, tenants with their gates, limits, forecast, alerts: how the service stands.
import { check, look, same, until } from "./browser.mjs";
import { lease, report } from "./server.mjs";
import { story } from "./story.mjs";
import { answer } from "./stories_work.mjs";

story("a_queue_is_paused_and_resumed", async ({ server, open }) => {
	const tenant = await server.tenant();
	await server.admin.put("queues/slow", { weight: 3, limit: 5 });
	await tenant.producer.post("tasks/bulk", { tasks: Array.from({ length: 620 }, (_one, index) => ({ type: "slow.task", queue: "slow", idempotency_key: `${index}` })) });
	await tenant.producer.post("tasks", { type: "slow.task", queue: "slow", in: "2h" });
	const page = await open(server.admin, "/queues");
	const card = page.locator('[data-queue="slow"]');
	await card.waitFor();
	same([await card.locator("[data-value=due]").textContent(), await card.locator("[data-value=later]").textContent()], ["620", "1"]);
	await card.hover();
	await page.keyboard.press("p");
	await answer(page, { reason: "the disk is full" });
	await card.locator("[data-state=paused]").waitFor();
	await page.locator('[aria-label="Paused"] tbody tr[data-id^="queue"]').waitFor();
	await page.locator('[aria-label="Paused"]').getByRole("button", { name: "Actions of slow" }).click();
	await page.locator('.menu-list [data-action="pause.lift"]').click();
	await card.locator("[data-state=waiting]").waitFor();
	await card.getByRole("button", { name: /^Actions of/ }).click();
	await page.locator('.menu-list [data-action="queue.change"]').click();
	await answer(page, { weight: "7", limit: "0" });
	await until(page, "the weight", () => document.querySelector('[data-queue="slow"]').textContent.includes("Weight 7"));
	const viewer = await open(tenant.viewer, "/queues");
	await viewer.locator('[data-queue="slow"]').waitFor();
	same(await viewer.locator('main [data-action], main .menu').count(), 0);
});

story("a_worker_is_drained_and_resumed", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/workers");
	await page.locator(".steps").waitFor();
	await look(page, "workers-none");
	await tenant.producer.post("tasks", { type: "mail.send" });
	await lease(tenant, ["mail.send"]);
	await page.reload();
	await page.locator('[data-column=state] [data-state="online"]').waitFor();
	await page.keyboard.press("j");
	await page.keyboard.press("p");
	await answer(page, { reason: "it moves" });
	await page.locator('[data-column=state] [data-state="draining"]').waitFor();
	same((await tenant.viewer.get("workers")).data[0].draining, true);
	await page.getByRole("button", { name: "Actions of w1" }).click();
	await page.locator('.menu-list [data-action="worker.resume"]').click();
	await page.locator('[data-column=state] [data-state="online"]').waitFor();
});

// Hours on Berlin's clock, from and to so many hours from now.
function hoursAround(from, to) {
	const clock = (hours) => new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", hour: "2-digit", minute: "2-digit" }).format(Date.now() + hours * 3_600_000);
	return `${clock(from)}-${clock(to)}`;
}

story("maintenance_and_quiet_hours_say_what_they_hold_back", async ({ server, open }) => {
	const tenant = await server.tenant({ timezone: "Europe/Berlin" });
	await tenant.operator.put("types/push.send", { notifies: true });
	await tenant.producer.post("tasks", { type: "push.send", run_at: "2031-01-06T23:30:00Z" });
	await tenant.producer.post("tasks", { type: "push.send", run_at: "2031-01-06T12:00:00Z" });
	await tenant.producer.post("tasks", { type: "mail.send", run_at: "2031-01-06T23:30:00Z" });
	const page = await open(tenant.admin, "/tenants");
	await page.locator(`tr[data-id="${tenant.id}"] button.main-link`).click();
	const drawer = page.getByRole("dialog", { name: "Tenant" });
	const quiet = drawer.locator("[data-form=quiet]");
	await quiet.locator("textarea").fill("22:00-07:00");
	// Half past midnight in Berlin; only the type that notifies.
	await quiet.locator('[data-held="1"]').filter({ hasText: "push.send" }).waitFor();
	await quiet.locator("textarea").fill("22-07");
	await quiet.locator(".note[data-code]").waitFor();
	await quiet.locator("textarea").fill("22:00-07:00");
	await quiet.locator('[data-held="1"]').waitFor();
	const saveHours = async (text) => {
		await quiet.locator("textarea").fill(text);
		// What was saved comes back in a form of its own.
		await quiet.evaluate((form) => { form.dataset.mark = "before"; });
		await quiet.locator("[data-action=save]:not(:disabled)").click();
		await drawer.locator("[data-form=quiet]:not([data-mark])").waitFor();
	};
	await saveHours("22:00-07:00");
	same((await tenant.viewer.get(`tenants/${tenant.id}/settings`)).quiet_hours.windows, ["22:00-07:00"]);
	// Hours that are set are not hours that are on: the server says which.
	await saveHours(hoursAround(2, 3));
	await drawer.locator(".drawer-sub [data-state=open]").waitFor();
	await saveHours(hoursAround(-1, 1));
	await drawer.locator(".drawer-sub [data-state=quiet_hours]").waitFor();
	const form = drawer.locator("[data-form=maintenance]");
	await form.locator("input[type=checkbox]").check();
	await form.locator('[data-held="3"]').waitFor();
	await form.locator("[name=maintenance_reason]").fill("we move <house>");
	await look(page, "tenant");
	await form.locator("[data-action=save]").click();
	await drawer.locator("[data-state=maintenance]").waitFor();
	await page.locator('[data-banner="maintenance"]').filter({ hasText: "we move <house>" }).waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: `Actions of ${tenant.id}` }).click();
	await page.locator('.menu-list [data-action="tenant.open"]').click();
	await page.locator('[data-column=gate] [data-state="quiet_hours"]').waitFor();
	// Without the maintenance, the quiet hours are what everybody is told.
	await tenant.admin.put(`tenants/${tenant.id}/settings`, { maintenance: { enabled: false } });
	const viewer = await open(tenant.viewer, `/tenants?open=${tenant.id}`);
	await viewer.locator('[data-banner="quiet"]').waitFor();
	same(await viewer.locator('[data-banner="maintenance"]').count(), 0);
	await viewer.locator("[data-form=quiet]").waitFor();
	same(await viewer.locator("main [data-action], dialog [data-action]").count(), 0);
});

story("a_rate_limit_is_declared_and_changed", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/limits");
	await page.locator(".empty").waitFor();
	await page.keyboard.press("n");
	await answer(page, { route: "sms-gateway", rate: "2", per_seconds: "3600" });
	await page.locator("tbody tr[data-id]").waitFor();
	await page.getByRole("button", { name: "Actions of sms-gateway" }).click();
	await page.locator('.menu-list [data-action="limit.change"]').click();
	await answer(page, { rate: "5" });
	await until(page, "the rate", () => document.querySelector("[data-column=rate]").textContent.startsWith("5 in"));
	same((await tenant.viewer.get("limits")).data[0].rate, 5);
});

story("the_forecast_shows_the_hours_to_come", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.viewer, "/forecast");
	await page.locator(".empty").waitFor();
	await tenant.producer.post("jobs", { code: "hourly", handler: "hourly.run", cron_expression: "0 * * * *" });
	await page.reload();
	await page.locator(".plot canvas").waitFor();
	const runs = Number(await page.locator(".facts dd").first().textContent());
	check(runs === 23 || runs === 24, `${runs} runs in a day, one an hour`);
	await page.locator('nav.tabs [data-tab="72"]').click();
	await until(page, "three days", () => ["71", "72"].includes(document.querySelector(".facts dd")?.textContent));
});

story("an_alert_is_raised_and_acknowledged", async ({ server, open }) => {
	const tenant = await server.tenant();
	await tenant.producer.post("jobs", { code: "crm", handler: "crm.sync", schedule_type: "MANUAL", max_retries: 0 });
	await tenant.operator.post("jobs/crm/alerts", { alert_type: "FAILURE", threshold_value: 1, notification_channels: ["in_app"], recipients: ["ann"] });
	const page = await open(tenant.operator, "/alerts");
	await page.locator(".empty").waitFor();
	await tenant.producer.post("jobs/crm/run");
	const [held] = await lease(tenant, ["crm.sync"]);
	await report(tenant, held.execution_id, "fail", { error: { class: "permanent", message: "gone" } });
	await page.locator("tbody [data-state=raised]").waitFor();
	await page.getByRole("button", { name: "Actions of FAILURE" }).click();
	await page.locator('.menu-list [data-action="alert.acknowledge"]').click();
	await until(page, "somebody", () => /token|operator/.test(document.querySelector("[data-column=ack]").textContent));
	check((await tenant.viewer.get("alerts")).data[0].acknowledged_at, "not acknowledged");
	// Service levels and rules are the system's.
	same(await page.locator('nav.tabs [data-tab="levels"]').count(), 0);
	const system = await open(server.admin, "/alerts?tab=levels");
	await system.locator('tr[data-id="job_latency"]').waitFor();
	await look(system, "levels");
	await system.locator('nav.tabs [data-tab="rules"]').click();
	await system.getByRole("button", { name: "Actions of STALLED" }).click();
	await system.locator('.menu-list [data-action="service-alert.change"]').click();
	await answer(system, { threshold: "77" });
	await until(system, "the threshold", () => document.querySelector('tr[data-id="STALLED"] [data-column=threshold]').textContent === "77");
});
