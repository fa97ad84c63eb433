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
	await look(page, "dashboard");
	await page.locator('[aria-label="Upcoming runs"] button.main-link').first().click();
	await page.getByRole("dialog", { name: "Run" }).locator("[data-reason]").first().waitFor();
});

story("the_system_sees_tenants_side_by_side", async ({ server, open }) => {
	const tenant = await server.tenant();
	await ranTask(tenant, "mail.send");
	await server.admin.put(`tenants/${tenant.id}/settings`, { maintenance: { enabled: true, reason: "we move house" } });
	const page = await open(server.admin, "/");
	await page.locator('[data-banner="maintenance"]').filter({ hasText: "we move house" }).waitFor();
	await page.locator(`[aria-label="Tenants"] tr[data-id="${tenant.id}"] button`).click();
	await page.waitForURL(`**/?tenant=${tenant.id}`);
	await page.locator('[data-tile="queued"]').waitFor();
	same(await page.locator('[aria-label="Tenants"] table').count(), 0);
	await server.admin.put(`tenants/${tenant.id}/settings`, { maintenance: { enabled: false } });
	await page.reload();
	await page.locator('[data-tile="queued"]').waitFor();
	same(await page.locator('[data-banner="maintenance"]').count(), 0);
});

story("a_flood_of_events_does_not_freeze_the_page", async ({ server, visitor, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.viewer, "/executions");
	await page.locator("[data-live=live]").waitFor();
	const before = visitor.requests.length;
	await page.evaluate(() => {
		// The longest time in which the page drew nothing.
		let last = performance.now();
		globalThis.longest = 0;
		const frame = () => {
			const now = performance.now();
			globalThis.longest = Math.max(globalThis.longest, now - last);
			last = now;
			requestAnimationFrame(frame);
		};
		requestAnimationFrame(frame);
	});
	for (let round = 0; round < 4; round++) {
		const tasks = Array.from({ length: 500 }, (_one, index) => ({ type: "flood", idempotency_key: `${round}.${index}` }));
		await tenant.producer.post("tasks/bulk", { tasks });
		const held = await lease(tenant, ["flood"], 500);
		await tenant.worker.post("worker/results", { worker_id: "w1", results: held.map((one) => ({ execution_id: one.execution_id, outcome: "success" })) });
	}
	await until(page, "the flood", () => document.querySelectorAll("tbody tr[data-id]").length > 10);
	check(await page.evaluate(() => document.querySelectorAll("tbody tr").length) < 200, "every row is drawn");
	// Six thousand events, and the list was asked for a few times.
	const asked = visitor.requests.slice(before).filter((url) => /scheduler\/executions\?/.test(url)).length;
	check(asked >= 1 && asked < 40, `the list was asked for ${asked} times`);
	check(await page.evaluate(() => globalThis.longest) > 0, "the page drew nothing");
});
