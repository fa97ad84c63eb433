// What a newcomer meets first: the frame, the form of a job, the ways to a worker, a type, a template.
import { check, look, same, until } from "./browser.mjs";
import { lease, report } from "./server.mjs";
import { story } from "./story.mjs";
import { answer } from "./stories_work.mjs";

// On the first paint no script counts, and no answer of the API.
story("the_frame_stands_before_any_script_runs", async ({ server, visitor }) => {
	const context = await visitor.context();
	const page = await context.newPage();
	await page.route("**/*.js", () => {});
	await page.goto("/", { waitUntil: "commit" });
	await page.locator(".rail .brand").getByText("Belfry").waitFor();
	same(await page.evaluate(() => document.querySelector(".top-bar").getBoundingClientRect().height > 30), true);
	check(visitor.requests.some((url) => url.endsWith(".js")), `no script was asked for at ${server.url}`);
});

story("the_form_says_who_carries_the_job_out", async ({ server, open }) => {
	const tenant = await server.tenant();
	await tenant.worker.post("worker/lease", { worker_id: "hands", types: ["known.work"], max: 1, wait_ms: 0 });
	await tenant.admin.put("types/by.server", { handler: { kind: "http", url: "http://127.0.0.1:9/" } });
	const page = await open(server.admin, "/jobs/new");
	await page.locator("select[name=tenant]").selectOption(tenant.id);
	const handler = page.locator("input[name=handler]");
	for (const [name, taker] of [["nobody.does.this", "none"], ["known.work", "worker"], ["by.server", "server"]]) {
		await handler.fill(name);
		await page.locator(`[data-taker=${taker}]`).waitFor();
	}
	// What can be chosen: types, and what workers take.
	const names = await page.locator("datalist").first().locator("option").evaluateAll((all) => all.map((one) => one.value));
	check(names.includes("known.work") && names.includes("by.server"), names.join());
	await look(page, "job-form-taker");
	await handler.fill("known.work");
	await page.locator("input[name=code]").fill("");
	await page.locator("[data-action=save]").click();
	await page.waitForURL(/\/jobs\/[0-9a-f-]{36}/);
	const [job] = (await tenant.viewer.get("jobs")).data;
	same(job.handler, "known.work");
	check(job.code.length > 0, "the server made no code");
	// To a tenant's own token the service's workers are not told: then nothing is claimed.
	const own = await open(tenant.operator, "/jobs/new");
	await own.locator("input[name=handler]").fill("nobody.does.this");
	await own.locator("[data-taker=unknown]").waitFor();
});

story("a_failed_run_leads_to_its_job", async ({ server, open }) => {
	const tenant = await server.tenant();
	const job = await tenant.producer.post("jobs", { code: "fails", handler: "fails.always", schedule_type: "MANUAL", max_retries: 0 });
	await tenant.operator.post("jobs/fails/run");
	const [held] = await lease(tenant, ["fails.always"]);
	const page = await open(tenant.operator, `/jobs/${job.id}`);
	// A run that is under way can be cancelled: what ends it looks like it, and can be read.
	await page.locator("[data-action=last\\.open]").click();
	await page.locator('.drawer [data-action="run.cancel"]').waitFor();
	await look(page, "run-under-way");
	await report(tenant, held.execution_id, "fail", { error: { class: "bad", message: "no name" } });
	await page.locator("[data-action=job\\.mend]").click();
	await page.waitForURL(`**/jobs/${job.id}/edit?at=parameters`);
	await until(page, "the focus in the field", () => document.activeElement.name === "parameters");
	const viewer = await open(tenant.viewer, `/jobs/${job.id}`);
	await viewer.locator("[data-action=last\\.open]").click();
	await viewer.locator(".failure").waitFor();
	same(await viewer.locator("[data-action=job\\.mend]").count(), 0);
});

story("a_type_is_made_that_the_server_carries_out", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.admin, "/types");
	await page.locator("[data-action=type\\.new]").first().click();
	await page.getByRole("dialog").locator("select[name=doer]").selectOption("http");
	await answer(page, { name: "shop.call", url: "http://127.0.0.1:9/hook", max_attempts: "3" });
	await page.locator('tr[data-id$=" shop.call"]').waitFor();
	const type = await tenant.viewer.get("types/shop.call");
	same([type.handler.kind, type.handler.url, type.max_attempts], ["http", "http://127.0.0.1:9/hook", 3]);
});

story("templates_speak_in_words", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.admin, "/templates");
	await page.locator("tbody tr[data-id]").first().waitFor();
	const shown = await page.locator("[data-column=schedule]").evaluateAll((all) => all.filter((one) => one.matches("td")).map((one) => one.textContent));
	check(shown.length > 5 && !shown.some((text) => text.includes("*")), shown.join("; "));
	await page.locator('tr[data-id="cleanup_temp_files"] [data-action="template.create"]').click();
	await page.locator("dialog [data-action=confirm]").click();
	await page.locator('tr[data-id="cleanup_temp_files"] [data-state="ACTIVE"]').waitFor();
	same((await tenant.viewer.get("jobs/cleanup_temp_files")).status, "ACTIVE");
	// Who may not make one sees no button.
	const viewer = await open(tenant.viewer, "/templates");
	await viewer.locator("tbody tr[data-id]").first().waitFor();
	same(await viewer.locator("[data-action=template\\.create]").count(), 0);
});

// A reader in Berlin sees when a rule in UTC comes, on the clock that all other times are shown on.
story("runs_in_utc_stand_on_the_readers_clock_too", async ({ server, open }) => {
	const tenant = await server.tenant();
	const job = await tenant.producer.post("jobs", { code: "utc", handler: "h", cron_expression: "0 7 1 7 *" });
	const page = await open(tenant.viewer, `/jobs/${job.id}`);
	const cell = page.locator("td[data-column=utc]").first();
	await cell.waitFor();
	check((await cell.textContent()).includes("09:00:00"), await cell.textContent());
	await page.keyboard.press("t");
	await until(page, "one clock is enough in UTC", () => !document.querySelector("td[data-column=utc]"));
});

story("all_loaded_tasks_are_selected_by_one_box", async ({ server, open }) => {
	const tenant = await server.tenant();
	for (const at of ["1h", "2h"]) await tenant.producer.post("tasks", { type: "later", in: at });
	const page = await open(tenant.operator, "/tasks");
	await until(page, "two rows", () => document.querySelectorAll("tbody tr[data-id]").length === 2);
	// Nothing else has been touched: no row is active.
	await page.evaluate(() => document.querySelector("thead input[type=checkbox]").click());
	await page.locator('.bulk-bar [data-action="run.cancel"]').click();
	await page.locator("dialog [data-action=confirm]").click();
	await page.locator("dialog").waitFor({ state: "detached" });
	same((await tenant.viewer.get("queue?state=cancelled")).data.length, 2);
});

// A stream that has been silent for long may be dead: the page says so until the server's next word.
story("a_page_without_its_stream_says_that_it_is_stale", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.viewer, "/jobs");
	await page.clock.install();
	await page.reload();
	await page.locator("[data-live=live]").waitFor();
	await page.clock.fastForward(300_000);
	await page.locator('[data-live=stale]').waitFor();
	await page.locator('[data-banner="stale"]').waitFor();
	// The next word of the server ends it.
	await tenant.producer.post("jobs", { code: "word", handler: "h", schedule_type: "MANUAL" });
	await page.locator("[data-live=live]").waitFor();
	await page.locator('[data-banner="stale"]').waitFor({ state: "detached" });
});

// A stream that never comes: the page says so, and its lists are asked now and then.
story("a_page_without_any_stream_asks_by_itself", async ({ server, visitor, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.viewer, "/sessions");
	await page.route(/scheduler\/events/, (route) => route.abort());
	// The server's clock stands still beside the page's: its word would set the page's back.
	await page.route(/scheduler\/status/, async (route) => {
		const response = await route.fetch();
		const { date: _date, ...headers } = response.headers();
		await route.fulfill({ response, headers });
	});
	await page.clock.install();
	await page.goto("/jobs");
	await page.locator(".empty").waitFor();
	await tenant.producer.post("jobs", { code: "unheard", handler: "h", schedule_type: "MANUAL" });
	await page.clock.fastForward(60_000);
	await page.locator('[data-banner="stale"]').waitFor();
	// By the page's clock: on a busy machine an answer takes many of these steps.
	for (let passed = 0; passed < 600_000 && !await page.locator("tbody tr[data-id]").count(); passed += 5000) {
		await page.clock.runFor(5000);
		await visitor.settle(page);
	}
	same(await page.locator("tbody tr[data-id]").count(), 1, "the list was not asked anew");
});
