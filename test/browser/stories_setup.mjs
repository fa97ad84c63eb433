// Webhooks, event rules, types, tokens, templates, audit, and the grid of schedules.
import { createServer } from "node:http";
import { check, look, same, until } from "./browser.mjs";
import { Client, lease, ranTask } from "./server.mjs";
import { story } from "./story.mjs";
import { answer } from "./stories_work.mjs";

const HOSTILE = "<img src=x onerror=alert(1)>\u202egnp";

// A receiver of webhooks on this machine.
async function receiver(status = 204) {
	const got = [];
	const server = createServer((request, response) => {
		let body = "";
		request.setEncoding("utf8").on("data", (text) => { body += text; }).on("end", () => {
			got.push(JSON.parse(body).id);
			response.writeHead(status).end();
		});
	});
	server.unref(); // a story that fails must not keep the others waiting
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { got, url: `http://127.0.0.1:${server.address().port}/events`, close: () => new Promise((resolve) => server.close(resolve)) };
}

story("a_webhook_is_made_paused_and_replayed", async ({ server, open }) => {
	const tenant = await server.tenant();
	const hook = await receiver();
	await tenant.admin.put("secrets/hooks", { value: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" });
	const page = await open(tenant.operator, "/webhooks");
	await page.locator(".empty").waitFor();
	await page.keyboard.press("n");
	await answer(page, { url: hook.url, secrets: "hooks", events: "task.executed", description: HOSTILE });
	await page.locator("tbody tr[data-id]").waitFor();
	await ranTask(tenant, "mail.send");
	await page.locator("tbody tr[data-id] a.main-link").click();
	await page.locator('[aria-label="Deliveries"] [data-state="done"]').waitFor();
	same(hook.got.length, 1);
	await page.locator("[data-action=webhook\\.replay]").click();
	await answer(page, {});
	await until(page, "the second delivery", () => document.querySelectorAll('[aria-label="Deliveries"] tbody [data-state="done"]').length === 2);
	same(hook.got[1], hook.got[0], "a replay is of the same event");
	// Its deliveries stand in the log of executions only on demand.
	const log = await open(tenant.viewer, "/executions");
	await until(log, "the task alone", () => document.querySelectorAll("tbody tr[data-id]").length === 1);
	await log.locator("input[name=include]").check();
	await until(log, "the deliveries", () => document.querySelectorAll("tbody tr[data-id]").length === 3);
	check(log.url().includes("include=internal"), "the switch is not in the URL");
	await log.close();
	await page.locator("[data-action=webhook\\.pause]").click();
	await page.locator("h1 [data-state=paused]").waitFor();
	const viewer = await open(tenant.viewer, "/webhooks");
	await viewer.locator("tbody tr[data-id]").waitFor();
	same(await viewer.locator("[data-action=webhook\\.new]").count(), 0);
	await hook.close();
});

// Deliveries are runs of a type that only programs need to read.
story("a_dead_delivery_has_a_name_for_people", async ({ server, visitor, open }) => {
	const tenant = await server.tenant();
	const broken = await receiver(500);
	await tenant.admin.put("secrets/hooks", { value: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" });
	const hook = await tenant.admin.post("webhooks", { url: broken.url, secrets: ["hooks"], events: ["task.executed"], max_attempts: 1 });
	for (let count = 0; count < 2; count++) await ranTask(tenant, "mail.send");
	const dead = async () => (await tenant.viewer.get("queue?state=failed,dlq")).data.filter((run) => run.type === `@webhook.${hook.id}`).length;
	for (let tries = 0; tries < 600 && await dead() < 2; tries++) await new Promise((resolve) => setTimeout(resolve, 100));
	const page = await open(tenant.operator, "/dead");
	const group = page.locator(`[data-group="@webhook.${hook.id}"]`);
	await group.waitFor();
	check(!(await group.locator("h2").textContent()).includes("@"), await group.locator("h2").textContent());
	await group.locator("[data-action=group\\.open]").click();
	await group.locator("tbody tr[data-id] button").first().click();
	await page.locator(`.drawer a[href^="/webhooks/${hook.id}"]`).waitFor();
	await page.keyboard.press("Escape");
	// No filter names such a type: the runs of the group are retried by themselves.
	await group.locator("[data-action=group\\.retry]").click();
	await page.locator("dialog [data-action=confirm]").click();
	await page.locator("dialog:not(.drawer)").waitFor({ state: "detached" });
	same(visitor.requests.filter((url) => /\/queue\/[0-9a-f-]{36}\/retry/.test(url)).length, 2);
	await broken.close();
});

story("an_event_rule_is_made_and_tested", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/rules");
	await page.locator(".empty").waitFor();
	await page.locator("[data-action=rule\\.new]").first().click();
	await answer(page, { name: HOSTILE, event: "order.created", type: "order.check", offsets: "24h, 72h", where: '[{"field": "data.total", "above": 100}]' });
	await page.locator("tbody tr[data-id]").waitFor();
	await page.getByRole("button", { name: /^Actions of/ }).click();
	await page.locator('.menu-list [data-action="rule.test"]').click();
	await answer(page, { sample: '{"specversion":"1.0","id":"1","source":"/s","type":"order.created","data":{"total":120}}' });
	const said = JSON.parse(await page.locator("[data-secret]").textContent());
	same([said.matches, said.runs.length], [true, 2]);
	await page.locator("[data-action=reveal\\.close]").click();
	await page.getByRole("button", { name: /^Actions of/ }).click();
	await page.locator('.menu-list [data-action="rule.pause"]').click();
	await page.locator("[data-column=state] [data-state=paused]").waitFor();
	same((await tenant.viewer.get("rules")).data[0].state, "paused");
});

story("a_type_shows_where_its_values_come_from", async ({ server, open }) => {
	const tenant = await server.tenant({ timeout_seconds: 90 });
	await tenant.producer.post("tasks", { type: "mail.send", in: "2h" });
	const page = await open(tenant.operator, "/types");
	const row = page.locator('tr[data-id$=" mail.send"]');
	await row.waitFor();
	const from = (name) => row.locator(`[data-column=${name}] [data-from]`).getAttribute("data-from");
	same([await from("max_attempts"), await from("timeout_seconds")], ["built in", "tenant"]);
	// While the tenants are on their way, nothing false is shown.
	const slow = await page.context().newPage();
	let isHeld = 0;
	await slow.route("**/api/v1/scheduler/tenants*", () => { isHeld++; });
	await slow.goto("/types");
	await slow.locator('tr[data-id$=" mail.send"]').waitFor();
	check(isHeld > 0, "the tenants were not asked for");
	same(await slow.locator("[data-column=timeout_seconds] [data-from]").count(), 0);
	await slow.close();
	await row.focus();
	await page.keyboard.press("Enter");
	await answer(page, { max_attempts: "9", description: "Mail <b>to</b> people" });
	await row.locator('[data-column=max_attempts] [data-from="type"]').waitFor();
	same((await tenant.viewer.get("types/mail.send")).max_attempts, 9);
});

story("a_token_is_shown_once_and_revoked", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.admin, "/tokens");
	await page.locator("tbody tr[data-id]").first().waitFor();
	await page.keyboard.press("n");
	await answer(page, { role: "viewer", name: "the wall" });
	const token = await page.locator("[data-secret]").textContent();
	const wall = new Client(server.url, token);
	same((await wall.get("me")).role, "viewer");
	await page.locator("[data-action=reveal\\.close]").click();
	await page.getByRole("button", { name: "Actions of the wall" }).waitFor();
	check(!(await page.content()).includes(token), "the token is still in the page");
	await page.getByRole("button", { name: "Actions of the wall" }).click();
	await page.locator('.menu-list [data-action="token.delete"]').click();
	await answer(page, { typed: "viewer" });
	same((await wall.ask("GET", "me")).status, 401);
	const operator = await open(tenant.operator, "/tokens");
	await operator.locator(".empty").waitFor();
});

story("a_system_job_is_made_from_its_template", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/templates");
	const row = page.locator('tr[data-id="cleanup_temp_files"]');
	await row.getByRole("button", { name: /^Actions of/ }).click();
	await page.locator('.menu-list [data-action="template.create-job"]').click();
	// The dialog reads the rule out, by the server; what is no rule is said at once.
	const cron = page.locator('dialog [name="cron"]');
	await cron.fill("30 99 * * *");
	await page.locator("dialog .field-error").waitFor();
	await cron.fill("30 4 * * *");
	await page.locator("dialog .cron-words").filter({ hasText: "04:30" }).waitFor();
	await answer(page, { cron: "30 4 * * *" });
	await row.locator("[data-state=ACTIVE]").waitFor();
	same((await tenant.viewer.get("jobs/cleanup_temp_files")).cron_expression, "30 4 * * *");
	// The template's own rule, in the server's words, whatever the job has.
	const own = (await tenant.viewer.get("templates")).data.find((one) => one.code === "cleanup_temp_files").schedule_in_words;
	same((await row.locator("[data-column=schedule]").textContent()).toLowerCase(), own.toLowerCase());
});

story("the_audit_says_who_changed_what", async ({ server, open }) => {
	const tenant = await server.tenant();
	await tenant.producer.post("jobs", { code: "report", handler: "report.run", cron_expression: "0 7 * * *", name: HOSTILE });
	await tenant.operator.post("jobs/report/pause", { reason: HOSTILE });
	const page = await open(tenant.operator, "/audit");
	await page.locator("tbody tr[data-id]").first().waitFor();
	// What the service does by itself is left out on demand.
	await ranTask(tenant, "mail.send");
	await page.locator('tr[data-id] [data-column="actor"]').getByText("SYSTEM", { exact: true }).first().waitFor();
	await page.locator('input[name="by"]').check();
	await until(page, "people alone", () => {
		const names = [...document.querySelectorAll('td[data-column="actor"]')].map((cell) => cell.textContent);
		return names.length > 0 && !names.includes("SYSTEM");
	});
	await page.locator('input[name="by"]').uncheck();
	await page.locator('input[name="action"]').fill("job.pause");
	await page.keyboard.press("Enter");
	await until(page, "one entry", () => document.querySelectorAll("tbody tr[data-id]").length === 1);
	await page.locator('tbody tr[data-id] [data-column="object"]').click();
	const drawer = page.getByRole("dialog", { name: "Audit entry" });
	await drawer.waitFor();
	check((await drawer.textContent()).includes("<img src=x"), "the reason is not text");
	await look(page, "audit-entry");
});

story("the_grid_shows_due_processing_and_dead", async ({ server, open }) => {
	const tenant = await server.tenant();
	await ranTask(tenant, "crm.sync", "fail", { error: { class: "permanent", message: "gone" } });
	await tenant.producer.post("tasks", { type: "video.encode" });
	await lease(tenant, ["video.encode"]);
	await tenant.producer.post("tasks", { type: "mail.send" });
	const page = await open(tenant.viewer, "/admin/schedules");
	for (const [lane, type] of [["due", "mail.send"], ["processing", "video.encode"], ["dead", "crm.sync"]]) {
		await page.locator(`[data-lane=${lane}] li`).waitFor();
		same(await page.locator(`[data-lane=${lane}] .main-link`).textContent(), type);
	}
	same(await page.locator("main [data-action]").count(), 0);
});
