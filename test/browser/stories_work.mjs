// Tasks, dead letters, batches: work that no job plans, and work that failed.
import { becomes, check, look, same, until } from "./browser.mjs";
import { lease, ranTask, report } from "./server.mjs";
import { story } from "./story.mjs";

const rows = (page) => page.locator("tbody tr[data-id]");

// Fills the open dialog's fields by name and confirms it.
export async function answer(page, fields) {
	const dialog = page.locator("dialog.dialog");
	await dialog.waitFor();
	for (const [name, value] of Object.entries(fields)) {
		const field = dialog.locator(`[name="${name}"]`);
		if (await field.evaluate((element) => element.tagName) === "SELECT") await field.selectOption(value);
		else await field.fill(value);
	}
	await dialog.locator("[data-action=confirm]").click();
	// What follows may be a dialog, too.
	await dialog.locator("[data-action=confirm]").waitFor({ state: "detached" });
}

story("a_task_is_created_rescheduled_and_cancelled", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/tasks");
	await page.locator(".empty").waitFor();
	await page.locator("[data-action=task\\.new]").click();
	await answer(page, { type: "mail.send", at: "2h", payload: '{"to": "ann"}', entity: "order:42" });
	await until(page, "the task", () => document.querySelectorAll("tbody tr[data-id]").length === 1);
	const [listed] = (await tenant.viewer.get("tasks")).data;
	const task = await tenant.operator.get(`tasks/${listed.id}`);
	same([task.type, task.entity, task.state, task.payload.to], ["mail.send", "order:42", "queued", "ann"]);
	await ranTask(tenant, "crm.sync", "fail", { error: { class: "permanent", message: "no customer 7" } });
	await until(page, "both", () => document.querySelectorAll("tbody tr[data-id]").length === 2);
	const row = page.locator(`tr[data-id="${task.id}"]`);
	await row.getByRole("button", { name: /^Actions of/ }).click();
	await page.locator('.menu-list [data-action="run.reschedule"]').click();
	await answer(page, { at: "2031-01-01T00:00:00Z" });
	same((await tenant.viewer.get(`tasks/${task.id}`)).run_at, "2031-01-01T00:00:00Z");
	await page.locator("[data-action=undo]").click();
	await page.locator("[data-action=undo]").waitFor({ state: "detached" });
	await becomes("the time that it had", async () => (await tenant.viewer.get(`tasks/${task.id}`)).run_at, task.run_at);
	await row.focus();
	await page.keyboard.press("c");
	await answer(page, { reason: "not needed" });
	await row.locator('[data-state="cancelled"]').waitFor();
	same((await tenant.viewer.get(`tasks/${task.id}`)).reason, "not needed");
});

story("all_tasks_that_match_are_cancelled_by_filter", async ({ server, open }) => {
	const tenant = await server.tenant();
	const tasks = Array.from({ length: 130 }, (_one, index) => ({ type: index % 13 ? "mail.send" : "sms.send", in: "2h", idempotency_key: `k${index}` }));
	await tenant.producer.post("tasks/bulk", { tasks });
	const page = await open(tenant.operator, "/tasks?type=mail.send");
	await page.locator("[data-action=tasks\\.cancel-all]").click();
	// The count is the server's, of all pages: more than a hundred want it typed.
	await answer(page, { typed: "120", reason: "sent twice" });
	await until(page, "all cancelled", () => {
		const shown = [...document.querySelectorAll("tbody tr[data-id] [data-state]")];
		return shown.length > 0 && shown.every((one) => one.dataset.state === "cancelled");
	});
	same((await tenant.viewer.get("status")).runs, { waiting: 0, queued: 10, processing: 0, done: 0, failed: 0, dlq: 0, cancelled: 120 });
});

story("dead_letters_are_grouped_retried_and_discarded", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/dead");
	await page.locator(".empty").waitFor();
	for (let round = 0; round < 3; round++) {
		await ranTask(tenant, "crm.sync", "fail", { error: { class: "http_4xx", message: `no customer ${round}` } }, { payload: { customer: round } });
	}
	await ranTask(tenant, "crm.sync", "fail", { error: { class: "permanent", message: "the licence has ended" } });
	await ranTask(tenant, "mail.send", "fail", { error: { class: "permanent", message: "no such mailbox" } });
	await ranTask(tenant, "mail.send", "fail", { error: { class: "permanent", message: "no such mailbox" } });
	await until(page, "three groups", () => document.querySelectorAll("[data-group]").length === 3);
	same(await page.locator("[data-group] .dead-count").allTextContents(), ["3", "2", "1"]);
	await page.locator("[data-group=crm\\.sync] [data-action=group\\.open]").first().click();
	await until(page, "its runs", () => document.querySelectorAll("tbody tr[data-id]").length === 3);
	await look(page, "dead");
	// One of two groups of the type: only its own runs are retried.
	await page.locator("[data-group=crm\\.sync] [data-action=group\\.retry]").first().click();
	await answer(page, {});
	await until(page, "two groups", () => document.querySelectorAll("[data-group]").length === 2);
	same((await tenant.viewer.get("queue?state=queued")).data.length, 3);
	// The only group of its type: an operation of the server.
	await page.locator("[data-group=mail\\.send] [data-action=group\\.discard]").click();
	await answer(page, { reason: "too late" });
	await until(page, "one group", () => document.querySelectorAll("[data-group]").length === 1);
	same((await tenant.viewer.get("status")).runs.cancelled, 2);
	for (const held of await lease(tenant, ["crm.sync"], 3)) await report(tenant, held.execution_id, "success");
	same((await tenant.viewer.get("status")).runs.done, 3);
	const viewer = await open(tenant.viewer, "/dead");
	await viewer.locator("[data-group]").waitFor();
	same(await viewer.locator('[data-action^="group.retry"], [data-action^="group.discard"]').count(), 0);
});

story("a_batch_shows_its_progress_and_report", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/batches");
	await page.locator(".empty").waitFor();
	await tenant.producer.post("batches", { type: "newsletter.send", items: ["ann", "bob", "cyd"], chunk_size: 1, max_attempts: 1 });
	const [first, second] = await lease(tenant, ["newsletter.send"], 2);
	await report(tenant, first.execution_id, "success");
	await report(tenant, second.execution_id, "fail", { error: { class: "permanent", message: "the mailbox is <full>" } });
	await until(page, "two of three", () => document.querySelector("[data-column=progress] [role=meter]")?.getAttribute("aria-valuenow") === "2");
	await rows(page).first().locator("button.main-link").click();
	const drawer = page.getByRole("dialog", { name: "Batch" });
	await drawer.locator('[aria-label="Failures"] tbody tr[data-id]').waitFor();
	check((await drawer.textContent()).includes("the mailbox is <full>"), "no failure in the report");
	await look(page, "batches");
	await drawer.locator("[data-action=batch\\.cancel]").click();
	await answer(page, {});
	await until(page, "three of three", () => document.querySelector("[data-column=progress] [role=meter]")?.getAttribute("aria-valuenow") === "3");
	// Somebody else cancels one: nothing but the event tells of it.
	const other = await tenant.producer.post("batches", { type: "other.send", items: ["ann"], in: "1h" });
	await page.locator(`tr[data-id="${other.id}"]`).waitFor();
	await tenant.operator.post(`queue/${other.id}/cancel`);
	await page.locator(`tr[data-id="${other.id}"] [data-state=cancelled]`).waitFor();
});

story("what_changes_while_a_list_is_on_its_way_is_shown", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/tasks");
	await page.locator(".empty").waitFor();
	// The answer that has the first task is three seconds on its way; the second is made meanwhile.
	let held = 0;
	await page.route(/scheduler\/tasks\?/, async (route) => {
		const answer = await route.fetch();
		if ((await answer.json()).data.length === 1 && !held++) {
			await tenant.producer.post("tasks", { type: "second.one", in: "1h" });
			await new Promise((done) => setTimeout(done, 3000));
		}
		await route.fulfill({ response: answer }).catch(() => undefined);
	});
	await tenant.producer.post("tasks", { type: "first.one", in: "1h" });
	await until(page, "both rows", () => document.querySelectorAll("[role=row][data-id], tr[data-id]").length === 2);
	same(held, 1);
});

story("a_dead_letter_is_retried_with_another_payload", async ({ server, open }) => {
	const tenant = await server.tenant();
	const dead = await ranTask(tenant, "mail.send", "fail", { error: { class: "permanent", message: "no such mailbox" } }, { payload: { to: "anne" } });
	const page = await open(tenant.operator, `/dead?run=${dead.id}`);
	const drawer = page.getByRole("dialog", { name: "Run" });
	await drawer.locator("[data-action=run\\.retry-edited]").click();
	await answer(page, { payload: '{"to": "ann"}' });
	const [held] = await lease(tenant, ["mail.send"]);
	same(held.payload, { to: "ann" });
	await report(tenant, held.execution_id, "success");
	const first = await tenant.operator.get(`queue/${dead.id}`);
	same([first.state, first.payload], ["failed", { to: "anne" }]);
});
