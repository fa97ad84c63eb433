// Many jobs, runs and errors seen together: counts, last runs, everything that matches, groups, lanes, rates; and what
// holds everybody's work back.
import { readFileSync } from "node:fs";
import { check, look, same, until } from "./browser.mjs";
import { lease, ranTask, report, Server } from "./server.mjs";
import { story } from "./story.mjs";

const rowCount = (page, wanted) => until(page, `${wanted} rows`, (n) => document.querySelectorAll("tbody tr[data-id]").length === n, wanted);

async function runsOfJob(tenant, code, outcomes) {
	for (const outcome of outcomes) {
		await tenant.producer.post(`jobs/${code}/run`);
		const [held] = await lease(tenant, [`${code}.run`]);
		await report(tenant, held.execution_id, outcome);
	}
}

story("jobs_are_counted_and_show_their_last_runs", async ({ server, open }) => {
	const tenant = await server.tenant();
	for (const code of ["report", "backup", "import"])
		await tenant.producer.post("jobs", { code, handler: `${code}.run`, schedule_type: "MANUAL", max_retries: 0, created_by: "ann" });
	await runsOfJob(tenant, "report", ["success", "fail", "success", "success"]);
	await tenant.operator.post("jobs/backup/pause");
	const page = await open(tenant.operator, "/jobs", { viewport: { width: 1680, height: 900 } });
	await rowCount(page, 3);
	await page.locator(".tabs .count").first().waitFor();
	same(await page.locator(".tabs .count").allTextContents(), ["3", "2", "1", "0"]);
	const row = page.locator("tbody tr", { hasText: "report.run" });
	same(await row.locator("[data-share]").getAttribute("data-share"), "75");
	// The oldest is on the left.
	same(await row.locator(".tick").evaluateAll((list) => list.map((one) => one.className.replace("tick ", ""))), ["tone-ok", "tone-bad", "tone-ok", "tone-ok"]);
	same(await row.locator("[data-column=last] svg.sparkline").count(), 1);
	same(await row.locator("[data-column=owner]").textContent(), "ann");
	// A filter of another kind takes the counts away: they would be those of all jobs.
	await page.locator(".filters select").selectOption("MANUAL");
	await page.locator(".tabs .count").first().waitFor({ state: "detached" });
	await look(page, "jobs-last-runs");
});

const MANY = 130; // more than one page of the list

story("all_jobs_that_match_are_paused_beyond_the_loaded_ones", async ({ server, open }) => {
	const tenant = await server.tenant();
	for (let index = 0; index < MANY; index++) await tenant.producer.post("jobs", { code: `many-${index}`, handler: "h", schedule_type: "MANUAL", queue: "batch" });
	await tenant.producer.post("jobs", { code: "other", handler: "h", schedule_type: "MANUAL" });
	const page = await open(tenant.operator, "/jobs?queue=batch");
	await page.getByRole("checkbox", { name: "Select all loaded rows" }).check();
	await page.locator('.bulk-bar[data-selected="100"]').waitFor();
	await page.locator('[data-action="select.all"]').click();
	await page.locator(`.bulk-bar[data-selected="${MANY}"]`).waitFor();
	await page.locator('.bulk-bar [data-action="job.pause"]').click();
	const dialog = page.getByRole("dialog");
	// The question names the number and the filter.
	check((await dialog.textContent()).includes(`${MANY} jobs`), "no number");
	check((await dialog.locator(".ask-text").textContent()).includes("queue batch"), "no filter");
	await dialog.getByLabel("Reason").fill("we move");
	await dialog.locator("[data-action=confirm]").click();
	await page.locator('[data-operation="work"]').waitFor();
	await page.locator('[data-operation="work"]').waitFor({ state: "detached" });
	const { jobs } = await tenant.viewer.get("status");
	same([jobs.PAUSED, jobs.ACTIVE], [MANY, 1]);
});

story("a_change_of_many_jobs_is_stopped_half_way", async ({ server, open }) => {
	const tenant = await server.tenant();
	for (let index = 0; index < 60; index++) await tenant.producer.post("jobs", { code: `many-${index}`, handler: "h", schedule_type: "MANUAL" });
	const page = await open(tenant.operator, "/jobs");
	await page.route("**/pause*", async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 150));
		await route.continue();
	});
	await page.getByRole("checkbox", { name: "Select all loaded rows" }).check();
	await page.locator('.bulk-bar [data-action="job.pause"]').click();
	await page.locator("dialog [data-action=confirm]").click();
	await page.locator('[data-operation="work"] [data-action="operation.stop"]').click();
	await page.locator('[data-operation="work"]').waitFor({ state: "detached" });
	const { jobs } = await tenant.viewer.get("status");
	check(jobs.PAUSED > 0 && jobs.PAUSED < 60, `${jobs.PAUSED} are paused`);
});

story("errors_are_grouped_and_lead_to_their_attempts", async ({ server, open }) => {
	const tenant = await server.tenant();
	for (const customer of [7, 42, 4711]) await ranTask(tenant, "crm.sync", "fail", { error: { class: "http_4xx", message: `the CRM knows no customer ${customer}` } }, { queue: "batch" });
	await ranTask(tenant, "mail.send", "fail", { error: { class: "permanent", message: "no such mailbox" } });
	await ranTask(tenant, "mail.send");
	const page = await open(tenant.viewer, "/executions");
	await rowCount(page, 5);
	await page.getByRole("radio", { name: "Error groups" }).click();
	await rowCount(page, 2);
	check(page.url().includes("group=error"), page.url());
	same(await page.locator("[data-column=count]").allTextContents(), ["3", "1"]);
	await look(page, "error-groups");
	await page.locator('.filters [name="queue"]').fill("batch");
	await page.keyboard.press("Enter");
	await rowCount(page, 1);
	await page.locator("tbody tr[data-id] .main-link").click();
	await rowCount(page, 3);
	same(await page.locator("[data-column=error] code").allTextContents(), ["http_4xx", "http_4xx", "http_4xx"]);
	check(page.url().includes("error=http_4xx") && page.url().includes("queue=batch"), page.url());
});

story("executions_are_filtered_by_queue_and_duration", async ({ server, open }) => {
	const tenant = await server.tenant();
	const slow = await tenant.producer.post("tasks", { type: "slow", queue: "batch" });
	const [held] = await lease(tenant, ["slow"]);
	await ranTask(tenant, "quick", "success", {}, { queue: "batch" });
	await ranTask(tenant, "quick");
	await new Promise((resolve) => setTimeout(resolve, 1100)); // what is tested is how long it took
	await report(tenant, held.execution_id, "success");
	const page = await open(tenant.viewer, "/executions?queue=batch");
	await rowCount(page, 2);
	await page.locator('.filters [name="longer"]').selectOption("1000");
	await rowCount(page, 1);
	check((await page.locator("tbody tr[data-id] .main-link").getAttribute("href")).includes(slow.id), "another run");
	await page.locator('.filters [name="longer"]').selectOption("600000");
	await page.getByRole("button", { name: /^Without took/ }).click();
	await rowCount(page, 2);
});

story("lanes_tell_how_much_of_a_queue_is_taken", async ({ server, open }) => {
	const tenant = await server.tenant();
	const queue = `q-${tenant.id}`;
	await server.admin.put(`queues/${queue}`, { limit: 3 });
	for (const where of [queue, queue, "default"]) {
		await tenant.producer.post("tasks", { type: "encode", queue: where });
		await lease(tenant, ["encode"]);
	}
	const page = await open(tenant.viewer, "/active");
	const lane = page.locator(`[data-lane="${queue}"]`);
	await lane.waitFor();
	await lane.getByRole("meter").waitFor();
	same([await lane.getByRole("meter").getAttribute("aria-valuenow"), await lane.getByRole("meter").getAttribute("aria-valuemax")], ["2", "3"]);
	same(await lane.locator(".active-row").count(), 2);
	same(await page.locator('[data-lane="default"] .active-row').count(), 1);
	same(await page.locator('[data-lane="default"]').getByRole("meter").count(), 0);
	await look(page, "active-lanes");
});

story("a_queue_shows_what_comes_and_what_goes", async ({ server, open }) => {
	const tenant = await server.tenant();
	for (let index = 0; index < 3; index++) await tenant.producer.post("tasks", { type: "a", queue: "batch" });
	await lease(tenant, ["a"], 2);
	const page = await open(tenant.viewer, "/queues");
	const card = page.locator('[data-queue="batch"]');
	await card.waitFor();
	same([await card.locator('[data-value="in"]').textContent(), await card.locator('[data-value="out"]').textContent()], ["3", "2"]);
});

story("a_group_of_dead_letters_is_exported", async ({ server, open }) => {
	const tenant = await server.tenant();
	for (const n of [1, 2]) await ranTask(tenant, "crm.sync", "fail", { error: { class: "permanent", message: `=cmd() no customer ${n}` } });
	const page = await open(tenant.viewer, "/dead");
	await page.getByRole("button", { name: "Export crm.sync" }).click();
	const [file] = await Promise.all([page.waitForEvent("download"), page.locator('[data-action="export.ndjson"]').click()]);
	const lines = readFileSync(await file.path(), "utf8").split("\n").map((line) => JSON.parse(line));
	same(lines.map((one) => one.type), ["crm.sync", "crm.sync"]);
	await page.getByRole("button", { name: "Export crm.sync" }).click();
	const [sheet] = await Promise.all([page.waitForEvent("download"), page.locator('[data-action="export.csv"]').click()]);
	const text = readFileSync(await sheet.path(), "utf8");
	check(text.split("\n").length === 3 && !/,"?=cmd/.test(text), text.slice(0, 400));
});

// What concerns the whole server needs one of its own.
async function withServer(words, tell) {
	const own = await Server.start({ words });
	try {
		await tell(own);
	} finally {
		await own.stop();
	}
}

story("growing_dead_letters_are_told_where_they_lie", ({ visitor }) => withServer([], async (own) => {
	visitor.server = own;
	await own.admin.put("service-alerts/DLQ_GROWTH", { threshold_value: 2 });
	const tenant = await own.tenant();
	for (let index = 0; index < 4; index++) await ranTask(tenant, "crm.sync", "fail", { error: { class: "permanent", message: "no" } });
	const page = await visitor.open(own.admin, "/dead");
	await page.locator("[data-alert]").waitFor();
	await look(page, "dead-growth");
	await visitor.close();
}));

story("what_holds_everybody_back_is_told_on_every_screen", ({ visitor }) => withServer(["--scheduler-enabled", "false"], async (own) => {
	visitor.server = own;
	const tenant = await own.tenant();
	const page = await visitor.open(tenant.viewer, "/tasks");
	await page.locator('[data-banner="not-dispatching"]').waitFor();
	same(await page.locator('[data-banner="maintenance"]').count(), 0);
	await own.admin.put("tenants/system/settings", { maintenance: { enabled: true, reason: "new disks" } });
	await page.reload();
	await page.locator('[data-banner="maintenance"]').filter({ hasText: "new disks" }).waitFor();
	await page.locator('a[href="/jobs"]').first().click();
	await page.locator('[data-banner="maintenance"]').waitFor();
	await look(page, "banners");
	await visitor.close();
}));

story("a_store_that_takes_no_changes_is_told", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.viewer, "/sessions");
	await page.route("**/scheduler/status*", async (route) => {
		const answer = await route.fetch();
		await route.fulfill({ response: answer, json: { ...await answer.json(), status: "not_ready", clock: { holds_until: "2031-01-01T00:00:00Z" } } });
	});
	await page.reload();
	await page.locator('[data-banner="not-ready"]').waitFor();
	await page.locator('[data-banner="clock"]').waitFor();
});

story("what_a_page_asks_is_copied_as_curl", async ({ server, visitor, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.viewer, "/jobs");
	await visitor.settle(page);
	await page.locator('nav a[href="/queues"]').first().click();
	await page.locator("[data-queue]").first().waitFor();
	await page.keyboard.press("Control+k");
	await page.getByRole("combobox").fill("as curl");
	await page.locator('[data-action="page.curl"]').click();
	const text = await page.evaluate(() => navigator.clipboard.readText());
	const asked = [...text.matchAll(/\/api\/v1\/scheduler\/([a-z]+)/g)].map(([, path]) => path);
	// Of this page alone, each question once.
	check(asked.includes("queues") && !asked.includes("jobs") && new Set(asked).size === asked.length, asked.join());
	check(text.startsWith("curl -X GET"), text.slice(0, 80));
});

story("a_tile_tells_that_its_service_level_is_exceeded", ({ visitor }) => withServer(["--depth-avg-max", "1", "--slo-eval-ms", "1000", "--slo-window-minutes", "1", "--breach-consecutive", "1"], async (own) => {
	visitor.server = own;
	const tenant = await own.tenant();
	await tenant.producer.post("tasks/bulk", { tasks: Array.from({ length: 20 }, (_one, index) => ({ type: "waits", idempotency_key: `k${index}` })) });
	for (let level = {}; level.state !== "breached";) level = (await own.admin.get("slo")).data.find((one) => one.slo === "queue_pressure");
	const page = await visitor.open(own.admin, "/");
	await page.locator('[data-tile="queued"][data-slo="breached"].tone-bad').waitFor();
	same(await page.locator('[data-tile="dead"][data-slo]').count(), 0);
	await page.locator('[data-tile="queued"]').click();
	await page.waitForURL(/tab=levels/);
	await visitor.close();
}));

story("a_role_that_may_not_see_the_status_does_not_ask_for_it", async ({ server, visitor, open }) => {
	const tenant = await server.tenant();
	const { token } = await server.admin.post("tokens", { tenant_id: tenant.id, role: "user", user_id: "ann" });
	const page = await open(Object.assign(Object.create(Object.getPrototypeOf(tenant.viewer)), tenant.viewer, { token }), "/");
	await page.waitForURL(/reminders/);
	await visitor.settle(page);
	same(visitor.requests.filter((url) => url.includes("/scheduler/status")), []);
});
