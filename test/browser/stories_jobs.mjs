// The list of jobs.
import { check, look, same, until } from "./browser.mjs";
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
	await look(page, "jobs");
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
	await page.locator("[data-action=undo]").click();
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
