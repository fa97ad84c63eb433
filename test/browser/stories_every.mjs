// What every screen keeps to, whatever it shows: text from outside stays text, another tenant's data never appears, a
// viewer is offered nothing that changes something, axe finds nothing. The screens are those of web/src/screens/paths.ts.
import { readFileSync } from "node:fs";
import { check, look, same } from "./browser.mjs";
import { story } from "./story.mjs";

const HOSTILE = `<img src=x onerror="document.title='owned'">\u202e\u001b[2J`;
const THEIRS = "of-another-tenant";

// One object of each kind, with the text wherever a text is taken.
async function fill(tenant, text) {
	const { producer, operator, admin, worker } = tenant;
	const lease = async (type) => (await worker.post("worker/lease", { worker_id: "hands", hostname: text, types: [type], max: 1, wait_ms: 10_000 })).leases[0];
	const fail = (held) => worker.post("worker/results", { worker_id: "hands", results: [{ execution_id: held.execution_id, outcome: "fail", error: { class: "bad", message: text, stack: text } }] });
	for (const type of ["report.run", "mail.send", "video.encode"]) await operator.put(`types/${type}`, { description: text, max_attempts: 1 });
	const job = await producer.post("jobs", { code: "report", name: text, description: text, handler: "report.run", cron_expression: "0 7 * * *", parameters: { [text]: text }, max_retries: 0 });
	await producer.post("jobs", { code: "after", name: text, handler: "report.run", schedule_type: "MANUAL", dependencies: [{ depends_on_job_id: job.id }] });
	await operator.post(`jobs/${job.id}/alerts`, { alert_type: "FAILURE", threshold_value: 1, notification_channels: ["in_app"], recipients: ["ann"] });
	await producer.post("jobs/report/run");
	const failed = await lease("report.run");
	await fail(failed);
	await operator.post("jobs/report/pause", { reason: text });
	await producer.post("batches", { type: "mail.send", items: [text], chunk_size: 1, max_attempts: 1, entity: text });
	await fail(await lease("mail.send"));
	await producer.post("tasks", { type: "video.encode", payload: { [text]: text }, entity: text });
	const encoding = await lease("video.encode");
	await worker.post("worker/heartbeat", { worker_id: "hands", executions: [{ id: encoding.execution_id, progress_percent: 40, progress_message: text }] });
	const waiting = await producer.post("tasks", { type: "mail.send", in: "2h", payload: { text }, entity: text, idempotency_key: text });
	await operator.post(`queue/${waiting.id}/cancel`, { reason: text });
	await producer.post("tasks", { type: "mail.send", in: "3h", entity: text });
	await producer.post("ladders", { entity: text, name: text, type: "mail.send", anchor: "2031-06-01T18:00:00Z", offsets: ["-1h", "0"], payload: { text } });
	const reminder = await producer.post("reminders", { user_id: "ann", title: text, description: text, reference_type: text.slice(0, 40), reference_id: text, remind_at: "2031-01-06T09:00:00Z" });
	await producer.post("reminders", { user_id: "ann", title: text, remind_at: new Date().toISOString() });
	await producer.put("daily/ann", { due_time: "09:00" });
	await operator.put("limits/gateway", { rate: 2, per_seconds: 60 });
	await operator.post("pause", { scope: "type", type: "video.encode", reason: text });
	await admin.put("secrets/hooks", { value: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" });
	const hook = await operator.post("webhooks", { url: "http://127.0.0.1:9/", secrets: ["hooks"], events: ["alert.raised"], description: text, max_attempts: 1 });
	await operator.post("rules", { name: text, description: text, event: "order.created", creates: "task", type: "mail.send", entity: text });
	await admin.post("tokens", { role: "viewer", name: text });
	await operator.post("templates/cleanup_temp_files/create-job", {});
	await admin.put(`tenants/${tenant.id}/settings`, { maintenance: { enabled: true, reason: text } });
	return { job: job.id, run: failed.run_id, reminder: reminder.id, webhook: hook.id };
}

// The tenant that is looked at and its neighbour, made once for each server.
const worlds = new WeakMap();
function worldOf(server) {
	if (!worlds.has(server)) worlds.set(server, makeWorld(server));
	return worlds.get(server);
}

async function makeWorld(server) {
	const [own, other] = [await server.tenant({ name: HOSTILE }), await server.tenant({ name: THEIRS })];
	return { own, other, ids: await fill(own, HOSTILE), theirs: await fill(other, THEIRS) };
}

function paths() {
	const source = readFileSync(new URL("../../web/src/screens/paths.ts", import.meta.url), "utf8");
	const found = [...source.matchAll(/^\t(\w+): "(\/[^"]*)",$/gm)].map(([, id, path]) => ({ id, path }));
	check(found.length > 25, `${found.length} screens`);
	return found;
}

const OF = { job: "job", jobEdit: "job", reminderEdit: "reminder", webhook: "webhook" };

// Every screen, and the parts of screens that have their own place in the URL.
function places(ids) {
	const screens = paths().map(({ id, path }) => {
		check(!path.includes(":id") || OF[id], `no object is known for ${path}`);
		return { name: id, path: path.replace(":id", ids[OF[id]]) };
	});
	const tabs = (name, path, list) => list.map((tab) => ({ name: `${name}-${tab}`, path: `${path}?tab=${tab}` }));
	return [
		...screens, ...tabs("job", `/jobs/${ids.job}`, ["executions", "occurrences", "dependencies", "alerts", "history", "raw"]),
		...tabs("alerts", "/alerts", ["all"]), { name: "inbox", path: "/reminders?user=ann&tab=inbox" }, { name: "past", path: "/reminders?tab=past" },
		{ name: "run", path: `/executions?run=${ids.run}` }, { name: "internal", path: "/executions?include=internal" },
	];
}

const atOnce = (list, share, shares) => list.filter((_one, index) => index % shares === share);

// All that a person can read: texts, titles, labels, what fields hold.
function readable(page) {
	return page.evaluate(() => {
		const attributes = ["title", "aria-label", "placeholder", "alt", "href"];
		const parts = [document.title, document.body.textContent];
		for (const element of document.querySelectorAll("body *")) {
			for (const name of attributes) parts.push(element.getAttribute(name) ?? "");
			if ("value" in element) parts.push(String(element.value));
		}
		return { text: document.body.innerText, all: parts.join("\n"), made: document.querySelectorAll("body img, main script, dialog script, body iframe").length };
	});
}

// Screens where the text must be seen, so that "it stays text" says something.
const SHOWN = ["jobs", "job", "jobEdit", "executions", "active", "tasks", "dead", "reminders", "reminderEdit", "queues", "workers", "tenants", "ladders",
	"webhooks", "webhook", "rules", "types", "tokens", "job-alerts", "job-raw", "run", "batches"].filter((one) => !["batches", "job-alerts"].includes(one));

const SHARES = 3;
for (let share = 0; share < SHARES; share++) {
	story(`every_screen_keeps_text_as_text_and_others_out_${share + 1}`, async ({ server, visitor, open }) => {
		const { own, other, ids } = await worldOf(server);
		const page = await open(own.admin, "/sessions");
		for (const { name, path } of atOnce(places(ids), share, SHARES)) {
			// Even who names another tenant in the URL is shown nothing of it.
			await visitor.follow(page, `${path}${path.includes("?") ? "&" : "?"}tenant=${other.id}`);
			const { text, all, made } = await readable(page);
			same([name, made], [name, 0], "elements that data have made");
			check(!all.includes("owned\n") && await page.title() !== "owned", `${name}: a text has run`);
			check(!/[\u001b\u202e]/.test(text), `${name}: control characters act`);
			check(!all.includes(THEIRS), `${name}: shows another tenant's data: ${all.slice(Math.max(0, all.indexOf(THEIRS) - 200)).slice(0, 400)}`);
			if (SHOWN.includes(name)) check(all.includes("<img src=x"), `${name}: the text is not shown`);
			await look(page, `every-${name}`);
		}
	});
}

// Clicks whatever can be clicked in the page, menus and drawers that open on the way too, and tells which questions
// before a change came. Links only lead elsewhere.
function clickAll(page) {
	return page.evaluate(async () => {
		const frame = () => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
		const offered = [];
		const seen = new Set();
		const nameOf = (one) => `${one.dataset.action ?? ""} ${one.getAttribute("aria-label") ?? one.textContent.trim()}`;
		for (let round = 0; round < 4; round++) {
			const fresh = [...document.querySelectorAll("main button, main summary, dialog button, dialog summary")].filter((one) => !one.disabled && !seen.has(nameOf(one)));
			for (const one of fresh) {
				seen.add(nameOf(one));
				if (!one.isConnected || one.dataset.action === "user.signout" || one.textContent.includes("Sign out")) continue;
				one.click();
				await frame();
				const question = document.querySelector("dialog [data-action=confirm]");
				if (!question) continue;
				offered.push(nameOf(one));
				question.closest("dialog").querySelector("button[type=button]").click();
				await frame();
			}
		}
		return { offered, clicked: seen.size };
	});
}

// What the API lets a viewer do, since it changes nothing: see what a rule would make of an event, and look ahead.
const MAY = ["rule.test"];
const HARMLESS = /^POST \/api\/v1\/scheduler\/(preview|tenants\/[^/]+\/settings\/preview)$/;

story("every_screen_offers_a_viewer_nothing_that_changes", async ({ server, visitor, open }) => {
	const { own, ids } = await worldOf(server);
	const page = await open(own.viewer, "/sessions");
	page.on("download", (download) => download.cancel());
	let clicked = 0;
	for (const { name, path } of places(ids)) {
		if (name === "sessions") continue; // one's own session is one's own to end
		await visitor.follow(page, path);
		const found = await clickAll(page);
		clicked += found.clicked;
		same([name, found.offered.filter((one) => !MAY.includes(one.split(" ")[0]))], [name, []], "a question before a change");
		same([name, await page.locator("form.job-form").count()], [name, 0], "a form to save");
		same([name, visitor.unsafe.filter((one) => !HARMLESS.test(one))], [name, []], "requests that change something");
	}
	check(clicked > 100, `only ${clicked} buttons were clicked`);
	// The same hands do find what an operator is offered.
	const operators = await open(own.operator, "/templates");
	await visitor.settle(operators);
	check((await clickAll(operators)).offered.length > 5, "the clicks open no question");
});
