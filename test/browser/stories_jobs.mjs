// The list of jobs.
import { check, look, same, until } from "./browser.mjs";
import { lease, report } from "./server.mjs";
import { story } from "./story.mjs";

const HOSTILE = `<img src=x onerror="document.title='owned'">'"&\u202e`;

const rowCount = (page, wanted) => until(page, `${wanted} rows`,
	(n) => document.querySelectorAll("tbody tr[data-id]").length === n, wanted);

story("jobs_are_listed_filtered_and_searched", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/jobs");
	await page.locator(".empty").waitFor();
	await look(page, "jobs-empty");
	for (const code of ["report", "invoice", "backup"])
		await tenant.producer.post("jobs", { code, handler: `${code}.run`, name: `The ${code}`, cron_expression: "0 7 * * MON", timezone: "Europe/London" });
	await tenant.operator.post("jobs/backup/pause", { reason: "disks" });
	await rowCount(page, 3);
	// In the server's words.
	const words = (await tenant.viewer.get("jobs/report")).schedule_in_words;
	check(words && !words.includes("*"), words);
	same(await page.locator("[data-column=schedule] .two > span").allTextContents(), [words, words, words]);
	await page.locator('nav.tabs [data-tab="PAUSED"]').click();
	await rowCount(page, 1);
	check(page.url().includes("status=PAUSED"), page.url());
	await page.locator('nav.tabs [data-tab=""]').click();
	await page.keyboard.press("/");
	await page.keyboard.type("invo");
	await page.keyboard.press("Enter");
	await rowCount(page, 1);
	await page.getByRole("searchbox").fill("nothing like it");
	await page.keyboard.press("Enter");
	await page.locator(".empty").waitFor();
	await page.getByRole("button", { name: /Without search/ }).click();
	await rowCount(page, 3);
});

story("a_job_is_paused_and_resumed_by_keys", async ({ server, open }) => {
	const tenant = await server.tenant();
	await tenant.producer.post("jobs", { code: "report", handler: "report.run", cron_expression: "0 7 * * *" });
	const page = await open(tenant.operator, "/jobs");
	await rowCount(page, 1);
	await page.keyboard.press("j");
	await page.keyboard.press("p");
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Reason").fill("we move");
	await dialog.locator("[data-action=confirm]").click();
	await page.locator('[data-column=status] [data-state="PAUSED"]').waitFor();
	same((await tenant.viewer.get("jobs/report")).pause.reason, "we move");
	// Within the page: however slow the machine is, the message is not gone before the click.
	await until(page, "an undo", () => {
		const undo = document.querySelector("[data-action=undo]");
		undo?.click();
		return Boolean(undo);
	});
	await page.locator('[data-column=status] [data-state="ACTIVE"]').waitFor();
	same((await tenant.viewer.get("jobs/report")).status, "ACTIVE");
});

story("several_jobs_are_run_together", async ({ server, open }) => {
	const tenant = await server.tenant();
	for (const code of ["a", "b", "c"]) await tenant.producer.post("jobs", { code, handler: "h", schedule_type: "MANUAL" });
	const page = await open(tenant.operator, "/jobs");
	await rowCount(page, 3);
	await page.getByRole("checkbox", { name: "Select all loaded rows" }).check();
	await page.locator('.bulk-bar [data-action="job.run"]').click();
	await page.locator("dialog [data-action=confirm]").click();
	await page.locator("dialog").waitFor({ state: "detached" });
	same((await tenant.viewer.get("queue?type=h")).data.length, 3);
});

story("a_deletion_asks_for_the_name", async ({ server, open }) => {
	const tenant = await server.tenant();
	await tenant.producer.post("jobs", { code: "report", handler: "h", schedule_type: "MANUAL" });
	const page = await open(tenant.operator, "/jobs");
	await rowCount(page, 1);
	await page.getByRole("button", { name: "Actions of report" }).click();
	await page.locator('.menu-list [data-action="job.delete"]').click();
	const confirm = page.locator("dialog [data-action=confirm]");
	check(await confirm.isDisabled(), "it can be deleted without typing");
	await look(page, "confirm-delete");
	await page.locator("dialog input[name=typed]").fill("report");
	await confirm.click();
	await page.locator(".empty").waitFor();
	same((await tenant.viewer.ask("GET", "jobs/report")).status, 404);
});

story("a_viewer_sees_no_button_that_changes", async ({ server, open }) => {
	const tenant = await server.tenant();
	await tenant.producer.post("jobs", { code: "report", handler: "h", schedule_type: "MANUAL" });
	const page = await open(tenant.viewer, "/jobs");
	await rowCount(page, 1);
	await page.locator('[data-banner="read-only"]').waitFor();
	same(await page.getByRole("button", { name: /^Actions of/ }).count(), 0);
	same(await page.getByRole("link", { name: "New job" }).count(), 0);
	await page.keyboard.press("j");
	await page.keyboard.press("Control+k");
	const actions = await page.locator("[role=option]").evaluateAll((list) => list.map((one) => one.dataset.action));
	same(actions.filter((id) => !/^(go|page)\./.test(id)), []);
});

story("hostile_names_stay_text_in_the_list", async ({ server, open }) => {
	const tenant = await server.tenant();
	await tenant.producer.post("jobs", { code: "evil", handler: "h", name: HOSTILE, schedule_type: "MANUAL" });
	const page = await open(tenant.operator, "/jobs");
	await rowCount(page, 1);
	same(await page.locator("main img").count(), 0);
	check((await page.locator("[data-column=name]").textContent()).includes("<img src=x"), "the name is shown as it is");
	check(await page.title() !== "owned", "the name has run");
});

story("a_tenant_never_sees_another", async ({ server, open }) => {
	const [one, two] = [await server.tenant(), await server.tenant()];
	await one.producer.post("jobs", { code: "mine", handler: "h", schedule_type: "MANUAL" });
	const job = await two.producer.post("jobs", { code: "theirs", handler: "h", schedule_type: "MANUAL" });
	const page = await open(one.viewer, `/jobs?tenant=${two.id}`);
	await rowCount(page, 1);
	check(!(await page.locator("main").textContent()).includes("theirs"), "another tenant's job is shown");
	const system = await open(server.admin, `/jobs?tenant=${two.id}`);
	await system.locator(`tr[data-id="${job.id}"]`).waitFor();
	await rowCount(system, 1);
});

story("a_job_is_created_while_the_server_explains", async ({ server, open }) => {
	const tenant = await server.tenant();
	await tenant.operator.put("types/once.only", { max_attempts: 1 });
	const page = await open(tenant.producer, "/jobs");
	await page.locator("main h1").waitFor();
	await page.keyboard.press("n");
	await page.waitForURL("**/jobs/new");
	await page.locator(".preview-words").waitFor();
	const field = (name) => page.locator(`[name="${name}"]`);
	// The form shows the retries that the type has, not those of another.
	await page.locator('datalist option[value="once.only"]').waitFor({ state: "attached" });
	await field("handler").fill("once.only");
	same(await field("max_retries").inputValue(), "0");
	// Who does not speak cron clicks.
	await page.locator('[data-cron="0 * * * *"]').click();
	same(await field("cron_expression").inputValue(), "0 * * * *");
	await field("cron_expression").fill("0 25 * * *");
	await page.locator('.preview-words[data-code="cron_range"], .preview-words[data-code="cron_syntax"]').waitFor();
	await field("cron_expression").fill("30 2 * * *");
	await field("timezone").fill("Europe/Berlin");
	await until(page, "five runs on Berlin's clock", () => document.querySelectorAll(".preview tbody tr").length === 5
		&& [...document.querySelectorAll(".preview [data-column=local]")].every((cell) => cell.textContent.includes("02:30:00")));
	await field("max_retries").fill("2");
	await until(page, "two waits", () => document.querySelectorAll(".delays li").length === 2);
	await field("handler").fill("report.nightly");
	await field("code").fill("nightly");
	await field("parameters").fill("{ nothing");
	check(await page.locator("[data-action=save]").isDisabled(), "what is no JSON can be saved");
	await field("parameters").fill('{"depth": 3}');
	await look(page, "job-new");
	await page.locator("[data-action=save]").click();
	await page.locator('h1 [data-state="ACTIVE"]').waitFor();
	const job = await tenant.viewer.get("jobs/nightly");
	same([job.cron_expression, job.timezone, job.max_retries, job.parameters.depth], ["30 2 * * *", "Europe/Berlin", 2, 3]);
	// The same code again: the server's reason stands at the field.
	await page.goto("/jobs/new");
	await field("handler").fill("h");
	await field("code").fill("nightly");
	await page.locator("[data-action=save]").click();
	await page.locator(".problem[data-code]").waitFor();
});

story("a_job_is_looked_at_from_all_sides", async ({ server, open }) => {
	const tenant = await server.tenant();
	const first = await tenant.producer.post("jobs", { code: "first", name: "The first", handler: "first.run", cron_expression: "30 1 * * *", timezone: "Europe/London" });
	const job = await tenant.producer.post("jobs", {
		code: "second", name: "The second", handler: "second.run", schedule_type: "MANUAL", max_retries: 0,
		dependencies: [{ depends_on_job_id: first.id, dependency_type: "SUCCESS" }],
	});
	const page = await open(tenant.operator, `/jobs/${first.id}`);
	await until(page, "ten next runs", () => document.querySelectorAll('table [data-column=local]').length === 10);
	// What quiet hours and jitter do to each.
	await tenant.operator.put("types/first.run", { notifies: true });
	await tenant.admin.put(`tenants/${tenant.id}/settings`, { quiet_hours: { windows: "00:00-06:00", timezone: "Europe/London" } });
	await tenant.producer.put("jobs/first", { jitter_seconds: 600 });
	await page.reload();
	await until(page, "ten notes", () => document.querySelectorAll("[data-gate=quiet_hours]").length === 10 && document.querySelectorAll("[data-jitter]").length === 10);
	await look(page, "job-held");
	await tenant.operator.put("types/first.run", { notifies: false });
	await page.reload();
	await until(page, "no gate", () => document.querySelectorAll("[data-jitter]").length === 10 && !document.querySelector("[data-gate]"));
	await page.locator(".empty").first().waitFor();
	for (let round = 0; round < 6; round++) {
		await tenant.producer.post("jobs/first/run");
		const [held] = await lease(tenant, ["first.run"]);
		await report(tenant, held.execution_id, round === 3 ? "fail" : "success", round === 3 ? { error: { class: "bad", message: "no paper" } } : {});
	}
	await until(page, "six ticks", () => document.querySelectorAll(".tick").length === 6);
	await look(page, "job");
	// The newest attempt in words, and its run one click away.
	await page.locator("[data-last=COMPLETED] [data-action=last\\.open]").click();
	await page.getByRole("dialog", { name: "Run" }).locator('[data-state="done"]').first().waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("dialog", { name: "Run" }).waitFor({ state: "detached" });
	await page.locator('[data-tab="executions"]').click();
	await until(page, "six attempts", () => document.querySelectorAll("tbody tr[data-id]").length === 6);
	await page.locator('[data-tab="dependencies"]').click();
	await page.locator(`.graph a[href*="${job.id}"]`).waitFor();
	await page.locator('[data-tab="alerts"]').click();
	await page.locator('[data-action="alert.new"]').click();
	await page.locator("dialog [data-action=confirm]").click();
	// Nobody is named: the dialog says what the server refused, and stays.
	await page.locator("dialog .problem[data-code]").waitFor();
	await page.locator("dialog [name=recipients]").fill("ann");
	await page.locator("dialog [data-action=confirm]").click();
	await page.locator('tr [data-state="ok"]').waitFor();
	same((await tenant.viewer.get("jobs/first/alerts")).data.length, 1);
	await page.locator('[data-tab="history"]').click();
	await until(page, "changes", () => document.querySelectorAll(".timeline li").length >= 2);
	await page.locator('[data-tab="occurrences"]').click();
	await page.locator(".empty").waitFor();
	await page.locator('[data-tab="raw"]').click();
	check((await page.locator(".code pre").textContent()).includes(first.id), "no JSON");
});

// The way of a newcomer: schedule, see it fail, understand why, make it pass.
story("a_newcomer_makes_a_failing_job_pass", async ({ server, open }) => {
	const tenant = await server.tenant();
	await tenant.operator.put("types/greet", { max_attempts: 1, description: "Says hello <b>to</b> a name." });
	const page = await open(tenant.operator, "/");
	await page.locator("main").getByRole("link", { name: "New job" }).first().click();
	const field = (name) => page.locator(`[name="${name}"]`);
	await field("handler").fill("greet");
	same(await field("code").inputValue(), "greet", "the code does not follow the handler");
	await until(page, "what the type does", () => document.querySelector("main").textContent.includes("Says hello <b>to</b> a name."));
	await page.locator("[data-action=save]").click();
	await page.locator('h1 [data-state="ACTIVE"]').waitFor();
	const run = async (outcome, more) => {
		await page.locator('[data-action="job.run"]').first().click();
		const [held] = await lease(tenant, ["greet"]);
		await report(tenant, held.execution_id, outcome, more);
		return held.payload;
	};
	await run("fail", { error: { class: "permanent", message: "the parameters have no name" } });
	await page.locator("[data-last=FAILED]").filter({ hasText: "the parameters have no name" }).waitFor();
	await page.locator('[data-action="job.edit"]').or(page.getByRole("link", { name: "Edit" })).first().click();
	await field("parameters").fill('{"name": "Ann"}');
	await page.locator("[data-action=save]").click();
	await page.locator('h1 [data-state="ACTIVE"]').waitFor();
	same(await run("success", {}), { name: "Ann" });
	await page.locator("[data-last=COMPLETED]").waitFor();
});

story("what_a_new_job_lacks_is_said_at_the_field", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(server.admin, "/jobs/new");
	const missing = () => page.evaluate(() => [document.activeElement.name, document.activeElement.validity?.valueMissing]);
	await page.locator("[data-action=save]").click();
	same(await missing(), ["tenant", true]);
	await page.locator('[name="tenant"]').selectOption(tenant.id);
	await page.locator("[data-action=save]").click();
	same(await missing(), ["handler", true]);
	await page.locator('[name="handler"]').fill("greet");
	await page.locator("[data-action=save]").click();
	await page.locator('h1 [data-state="ACTIVE"]').waitFor();
	same((await tenant.viewer.get("jobs/greet")).handler, "greet");
});

story("an_edit_meets_another_ones_change", async ({ server, open }) => {
	const tenant = await server.tenant();
	const job = await tenant.producer.post("jobs", { code: "report", name: "Report", handler: "report.run", cron_expression: "0 7 * * *" });
	const page = await open(tenant.operator, `/jobs/${job.id}/edit`);
	const field = (name) => page.locator(`[name="${name}"]`);
	await field("name").fill("Mine");
	await tenant.producer.put("jobs/report", { name: "Theirs", timeout_seconds: 42 });
	await page.locator("[data-action=save]").click();
	const dialog = page.getByRole("dialog", { name: "Conflict" });
	await dialog.locator('tr.is-both[data-field="name"]').waitFor();
	await dialog.locator('tr[data-field="timeout_seconds"]:not(.is-both)').waitFor();
	await look(page, "job-conflict");
	same((await tenant.viewer.get("jobs/report")).name, "Theirs", "it was overwritten without a question");
	await dialog.locator("[data-action=take-mine]").click();
	await page.locator('h1 [data-state="ACTIVE"]').waitFor();
	const now = await tenant.viewer.get("jobs/report");
	same([now.name, now.timeout_seconds], ["Mine", 42]);
});

story("a_viewer_cannot_open_the_form", async ({ server, open }) => {
	const tenant = await server.tenant();
	const job = await tenant.producer.post("jobs", { code: "report", handler: "h", schedule_type: "MANUAL" });
	for (const path of ["/jobs/new", `/jobs/${job.id}/edit`]) {
		const page = await open(tenant.viewer, path);
		await page.locator(".empty").waitFor();
		same(await page.locator("form.job-form").count(), 0);
	}
	const page = await open(tenant.viewer, `/jobs/${job.id}`);
	await page.locator("h1 .state").waitFor();
	same(await page.locator("main [data-action]").count(), 0);
});
