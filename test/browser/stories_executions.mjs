// The execution log with its drawer, and what is active.
import { check, look, same, until } from "./browser.mjs";
import { lease, ranTask, report } from "./server.mjs";
import { story } from "./story.mjs";

story("a_failure_is_found_understood_and_retried", async ({ server, open }) => {
	const tenant = await server.tenant();
	await ranTask(tenant, "mail.send");
	const dead = await ranTask(tenant, "crm.sync", "fail", {
		error: { class: "http_4xx", message: "the CRM knows no customer 42", stack: "at sync (crm.js:7)" },
	}, { payload: { customer: 42 } });
	const page = await open(tenant.operator, "/executions");
	await until(page, "two executions", () => document.querySelectorAll("tbody tr[data-id]").length === 2);
	await page.locator('nav.tabs [data-tab="FAILED"]').click();
	await until(page, "one failed", () => document.querySelectorAll("tbody tr[data-id]").length === 1);
	await page.keyboard.press("j");
	await page.keyboard.press("Enter");
	const drawer = page.getByRole("dialog", { name: "Run" });
	await drawer.locator(".failure-class").waitFor();
	same(await drawer.locator(".failure-class").textContent(), "http_4xx");
	check((await drawer.textContent()).includes("at sync (crm.js:7)"), "no stack");
	check((await drawer.textContent()).includes('"customer": 42'), "no payload");
	check(page.url().includes(dead.id), "the drawer is not in the URL");
	check(await drawer.locator(".timeline li").count() >= 3, "a short timeline");
	await page.keyboard.press("r");
	await drawer.locator('[data-state="queued"]').first().waitFor();
	same((await tenant.viewer.get(`queue/${dead.id}`)).state, "queued");
	await drawer.locator("[data-reason]").first().waitFor();
	const [again] = await lease(tenant, ["crm.sync"]);
	await report(tenant, again.execution_id, "success");
	await drawer.locator('[data-state="done"]').first().waitFor();
	await page.keyboard.press("Escape");
	await drawer.waitFor({ state: "detached" });
});

story("new_executions_come_in_without_a_jump", async ({ server, open }) => {
	const tenant = await server.tenant();
	const tasks = Array.from({ length: 60 }, (_one, index) => ({ type: "bulk", idempotency_key: `k${index}` }));
	await tenant.producer.post("tasks/bulk", { tasks });
	const held = await lease(tenant, ["bulk"], 60);
	await tenant.worker.post("worker/results", { worker_id: "w1", results: held.map((one) => ({ execution_id: one.execution_id, outcome: "success" })) });
	const page = await open(tenant.viewer, "/executions");
	const box = page.locator(".table-box.fills");
	await until(page, "the list", () => document.querySelectorAll("tbody tr[data-id]").length > 20);
	await page.locator("[data-live=live]").waitFor();
	await box.evaluate((element) => element.scrollTo(0, 600));
	await until(page, "scrolled", () => document.querySelector(".table-box.fills").scrollTop === 600);
	const topRow = () => box.evaluate((element) => {
		const top = element.getBoundingClientRect().top + 50;
		return [...element.querySelectorAll("tr[data-id]")].find((row) => row.getBoundingClientRect().top > top).dataset.id;
	});
	const before = await topRow();
	await ranTask(tenant, "late");
	await page.locator("[data-action=fresh]").waitFor();
	same(await topRow(), before, "the list jumped");
	await page.locator("[data-action=fresh]").click();
	await until(page, "the new one on top", () => document.querySelector("tbody tr[data-id] .main-link")?.textContent === "late");
});

story("an_active_execution_shows_progress_and_is_cancelled", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/active");
	await page.locator(".empty").waitFor();
	await look(page, "active-empty");
	const task = await tenant.producer.post("tasks", { type: "video.encode" });
	const [held] = await lease(tenant, ["video.encode"]);
	await tenant.worker.post("worker/heartbeat", { worker_id: "w1", executions: [{ id: held.execution_id, progress_percent: 42, progress_message: "frame 420 of 1000" }] });
	// The ring shows the lease that the worker asked for, just renewed.
	await tenant.producer.post("tasks", { type: "audio.encode" });
	await tenant.worker.post("worker/lease", { worker_id: "w1", types: ["audio.encode"], max: 1, lease_ms: 600_000, wait_ms: 10_000 });
	await until(page, "two full rings", () => {
		const shares = [...document.querySelectorAll(".lease-left")].map((ring) => parseFloat(ring.getAttribute("stroke-dasharray")) / (2 * Math.PI * 7));
		return shares.length === 2 && shares.every((share) => share > 0.5 && share < 1);
	});
	const [audio] = (await tenant.viewer.get("executions?type=audio.encode")).data;
	await tenant.operator.post(`executions/${audio.id}/cancel`);
	await until(page, "42 percent", () => document.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow") === "42");
	await page.getByRole("button", { name: /^Actions of/ }).click();
	await page.locator('.menu-list [data-action="execution.cancel"]').click();
	await page.locator("dialog [data-action=confirm]").click();
	await page.locator(".empty").waitFor();
	same((await tenant.viewer.get(`queue/${task.id}`)).state, "cancelled");
});

story("hostile_output_stays_text", async ({ server, open }) => {
	const tenant = await server.tenant();
	const evil = "<script>document.title='owned'</script>\u001b[2J\u202e";
	await ranTask(tenant, "evil", "fail", { error: { class: "bad", message: evil, stack: evil } }, { payload: { [evil]: evil } });
	const page = await open(tenant.viewer, "/executions");
	await page.locator("tbody tr[data-id] .main-link").click();
	const drawer = page.getByRole("dialog", { name: "Run" });
	await drawer.locator(".failure-class").waitFor();
	same(await page.locator("main script, dialog script").count(), 0);
	check(!/[\u001b\u202e]/.test(await drawer.textContent()), "control characters act");
	check(await page.title() !== "owned", "output has run");
	same(await drawer.locator("[data-action]").count(), 0, "a viewer has buttons");
});

async function ranBulk(tenant) {
	const tasks = Array.from({ length: 500 }, (_one, index) => ({ type: "bulk", idempotency_key: `${index}` }));
	await tenant.producer.post("tasks/bulk", { tasks });
	const held = await lease(tenant, ["bulk"], 500);
	await tenant.worker.post("worker/results", { worker_id: "w1", results: held.map((one) => ({ execution_id: one.execution_id, outcome: "success" })) });
}

const LOG_PAGES = 60;
const LOG_PAGE = 200;

// Behind the server's own pages come so many more of the same kind: a log far longer than what the page may keep.
async function lengthenLog(page) {
	let model = null;
	await page.route(/scheduler\/executions\?/, async (route) => {
		const cursor = new URL(route.request().url()).searchParams.get("cursor") ?? "";
		if (!cursor.startsWith("more.")) {
			const response = await route.fetch();
			const json = await response.json();
			model = json.data.at(-1) ?? model;
			json.next_cursor ??= "more.0";
			return route.fulfill({ response, json });
		}
		const number = Number(cursor.slice(5));
		const data = Array.from({ length: LOG_PAGE }, (_one, index) => ({ ...model, id: `${model.id}.${number}.${index}` }));
		return route.fulfill({ json: { data, next_cursor: number + 1 < LOG_PAGES ? `more.${number + 1}` : null } });
	});
}

// Rows that the page's memory holds, by the browser itself, which collects what nothing refers to before.
async function rowsInMemory(page) {
	const cdp = await page.context().newCDPSession(page);
	const { result } = await cdp.send("Runtime.evaluate", { expression: "Object.prototype" });
	const { objects } = await cdp.send("Runtime.queryObjects", { prototypeObjectId: result.objectId });
	const counted = await cdp.send("Runtime.callFunctionOn", {
		objectId: objects.objectId, returnByValue: true,
		functionDeclaration: 'function () { return this.filter((one) => Object.hasOwn(one, "attempt_number") && Object.hasOwn(one, "run_id")).length; }',
	});
	await cdp.detach();
	return counted.result.value;
}

const KEPT_PAGES = 25; // 24, and the one that comes
const DRAWN_MAX = 150;

story("a_long_log_stays_small_in_the_page", async ({ server, open }) => {
	const tenant = await server.tenant();
	await ranBulk(tenant);
	const page = await open(tenant.viewer, "/");
	await lengthenLog(page);
	await page.goto("/executions");
	await page.locator("tbody tr[data-id]").first().waitFor();
	for (let step = 0; step < 2 * LOG_PAGES; step++) {
		// What is there before the scroll: rows may come faster than another question is asked.
		const [isAll, seen, drawn] = await page.evaluate(() => {
			const foot = document.querySelector(".list-foot").textContent;
			const box = document.querySelector(".table-box.fills");
			box.scrollTo(0, box.scrollHeight);
			return [Number(document.querySelector("table").getAttribute("aria-rowcount")) > 1, foot, document.querySelectorAll("tbody tr").length];
		});
		check(drawn < DRAWN_MAX, `${drawn} rows are drawn`);
		if (isAll) break;
		await until(page, "more rows", (before) => document.querySelector(".list-foot").textContent !== before
			|| Number(document.querySelector("table").getAttribute("aria-rowcount")) > 1, seen);
	}
	same(Number(await page.locator("table").getAttribute("aria-rowcount")), 1 + 500 + LOG_PAGES * LOG_PAGE, "rows with the head's");
	const kept = await rowsInMemory(page);
	check(kept >= LOG_PAGE && kept <= KEPT_PAGES * LOG_PAGE, `${kept} rows are kept in memory`);
	await scrollsWithoutNewRows(page);
	// Far up again: pages that were let go come again, and others go for them.
	await page.evaluate(() => document.querySelector(".table-box.fills").scrollTo(0, 0));
	await page.locator('tbody tr[data-index="0"]').waitFor();
	const after = await rowsInMemory(page);
	check(after <= KEPT_PAGES * LOG_PAGE, `${after} rows are kept in memory after the way back`);
	await page.setViewportSize({ width: 360, height: 740 });
	await until(page, "a narrow table", () => document.querySelector("table").offsetWidth < 360);
	check(await page.locator("[data-column=type]").first().evaluate((cell) => cell.offsetWidth) >= 90, "no room for the type of a run");
});

// Bounded work for each frame: a step of a few rows draws nothing at all, and a jump far away uses
// the rows that are there again instead of making others. Near the end, where the pages are held.
async function scrollsWithoutNewRows(page) {
	const { changes, made } = await page.evaluate(async () => {
		const frame = () => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
		const box = document.querySelector(".table-box.fills");
		const begin = box.scrollHeight - 80_000;
		const to = async (top) => { box.scrollTo(0, begin + top); await frame(); };
		await to(20_000);
		let hasChanged = false;
		let seen = 0;
		const watch = new MutationObserver(() => { hasChanged = true; });
		watch.observe(document.querySelector("tbody"), { childList: true, subtree: true });
		for (let step = 1; step <= 8; step++) {
			hasChanged = false;
			await to(20_000 + step * 44);
			if (hasChanged) seen++;
		}
		watch.disconnect();
		await to(60_000);
		const before = new Set(document.querySelectorAll("tbody tr:not(.spacer)"));
		await to(30_000);
		return { changes: seen, made: [...document.querySelectorAll("tbody tr[data-id]")].filter((row) => !before.has(row)).length };
	});
	check(changes <= 3, `the table changed in ${changes} frames while eight rows passed by`);
	check(made < 16, `a jump made ${made} rows anew`);
}

story("a_page_that_fails_is_not_asked_again_at_once", async ({ server, open }) => {
	const tenant = await server.tenant();
	const tasks = Array.from({ length: 300 }, (_one, index) => ({ type: "bulk", idempotency_key: `${index}`, in: "2h" }));
	await tenant.producer.post("tasks/bulk", { tasks });
	const page = await open(tenant.viewer, "/");
	let asked = 0;
	await page.route(/cursor=/, (route) => {
		asked++;
		return route.fulfill({ status: 503, contentType: "application/problem+json", body: '{"code": "overloaded", "title": "Overloaded", "status": 503}' });
	});
	await page.goto("/tasks");
	await page.locator("tbody tr[data-id]").first().waitFor();
	await page.evaluate(() => {
		const box = document.querySelector(".table-box.fills");
		box.scrollTo(0, box.scrollHeight);
	});
	await page.locator(".list-foot [data-code=overloaded]").waitFor();
	// A thousand frames' work is nothing to a loop that asks at once; two requests are five seconds.
	await page.evaluate(async () => {
		for (let frame = 0; frame < 60; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
	});
	check(asked <= 3, `${asked} requests`);
});
