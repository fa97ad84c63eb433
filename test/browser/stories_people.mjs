// What people are told: reminders with their form and inbox, ladders, daily windows.
import { check, look, same, until } from "./browser.mjs";
import { Client } from "./server.mjs";
import { story } from "./story.mjs";
import { answer } from "./stories_work.mjs";

story("a_reminder_is_made_snoozed_and_done", async ({ server, open }) => {
	const tenant = await server.tenant();
	const { token } = await server.admin.post("tokens", { tenant_id: tenant.id, role: "user", user_id: "ann" });
	const ann = new Client(server.url, token);
	// A person's token begins where it may: at the reminders.
	const page = await open(ann, "/");
	await page.waitForURL("**/reminders");
	await page.locator(".empty").waitFor();
	same(await page.locator(".search, .live").count(), 0);
	await page.keyboard.press("n");
	await page.locator('[name="title"]').fill("Call <b>Bob</b> back");
	await page.locator('[name="remind_at"]').fill("tomorrow 9");
	await page.locator("[data-understood]").waitFor();
	check((await page.locator("[data-understood]").textContent()).endsWith(" 09:00"), "tomorrow 9 is not nine o'clock");
	await page.locator('[name="repeats"]').selectOption("WEEKLY");
	await page.locator("[data-day=MO]").click();
	await page.locator("[data-day=FR]").click();
	// The server says the rule in words and when it comes.
	await page.locator(".preview-words:not(.is-wrong)").waitFor();
	await until(page, "five days", () => document.querySelectorAll(".preview tbody tr[data-id]").length === 5);
	await look(page, "reminder-new");
	await page.locator("[data-action=save]").click();
	await page.waitForURL("**/reminders");
	const [made] = (await ann.get("reminders")).data;
	same([made.user_id, made.recurrence_rule, made.timezone], ["ann", "FREQ=WEEKLY;BYDAY=MO,FR", "Europe/Berlin"]);
	const row = page.locator(`[data-id="${made.id}"]`);
	check((await row.textContent()).includes("Call <b>Bob</b> back"), "the title is not text");
	await row.getByRole("button", { name: /^Snooze/ }).click();
	await page.locator('.menu-list [data-action="reminder.snooze.60"]').click();
	await row.locator("[data-state=SNOOZED]").waitFor();
	same((await ann.get(`reminders/${made.id}`)).snooze_count, 1);
	await row.locator("[data-action=reminder\\.complete]").click();
	// The occurrence is over; the series goes on.
	await row.locator("[data-state=COMPLETED]").waitFor();
	same(await row.locator("[data-action=reminder\\.complete]").count(), 0);
	check((await ann.get(`reminders/${made.id}`)).next_remind_at, "the series has ended");
	// The secret link is shown once, and works without a session.
	await page.locator("[data-action=person\\.feed]").click();
	await answer(page, {});
	const link = await page.locator("[data-secret]").textContent();
	const feed = await fetch(link);
	same([feed.status, (await feed.text()).startsWith("BEGIN:VCALENDAR")], [200, true]);
});

story("a_reminder_arrives_in_the_inbox_and_is_changed", async ({ server, open }) => {
	const tenant = await server.tenant();
	const made = await tenant.producer.post("reminders", { user_id: "bob", title: "Renew the licence", remind_at: new Date().toISOString() });
	const page = await open(tenant.operator, "/reminders?user=bob");
	await page.locator("[data-agenda=Overdue] [data-state=SENT]").waitFor();
	await page.locator('nav.tabs [data-tab="inbox"]').click();
	await page.locator('[aria-label="Inbox"] tbody tr[data-id]').waitFor();
	await page.getByRole("button", { name: /^Actions of/ }).click();
	await page.locator('.menu-list [data-action="notice.read"]').click();
	await page.locator("[data-state=read]").waitFor();
	same((await tenant.viewer.get("inbox?user_id=bob")).unread, 0);
	await page.goto(`/reminders/${made.id}/edit`);
	await page.locator('[name="remind_at"]').fill("2031-05-01T09:00");
	await page.locator('[name="timezone"]').fill("Nowhere/At_All");
	await page.locator("[data-action=save]").click();
	await page.locator(".field-error").waitFor();
	await page.locator('[name="timezone"]').fill("Europe/Paris");
	await page.locator("[data-action=save]").click();
	await page.waitForURL("**/reminders");
	same((await tenant.viewer.get(`reminders/${made.id}`)).next_remind_at, "2031-05-01T07:00:00Z");
	const viewer = await open(tenant.viewer, "/reminders");
	await viewer.locator("[data-agenda=Later]").waitFor();
	same(await viewer.locator('[data-action^="reminder."], .action-bar button').count(), 0);
});

story("a_series_is_changed_from_one_occurrence_on", async ({ server, open }) => {
	const tenant = await server.tenant();
	const made = await tenant.producer.post("reminders", {
		user_id: "bob", title: "Plan the week", remind_at: "2031-01-06T09:00", timezone: "Europe/Berlin", is_recurring: true, recurrence_rule: "FREQ=WEEKLY;BYDAY=MO",
	});
	const page = await open(tenant.operator, `/reminders/${made.id}/edit`);
	const from = page.locator('[name="from"]');
	await from.locator('option[value="2031-01-20T09:00"]').waitFor({ state: "attached" });
	await from.selectOption("2031-01-20T09:00");
	same(await page.locator('[name="remind_at"]').inputValue(), "2031-01-20T09:00");
	await page.locator('[name="remind_at"]').fill("2031-01-20T11:00");
	await page.locator("[data-action=save]").click();
	await page.waitForURL("**/reminders");
	const list = (await tenant.viewer.get("reminders?user_id=bob")).data;
	const [old, fresh] = [list.find((one) => one.id === made.id), list.find((one) => one.id !== made.id)];
	same([old.remind_at, old.recurrence_end_date], ["2031-01-06T08:00:00Z", "2031-01-19"]);
	same([fresh?.remind_at, fresh?.recurrence_rule, fresh?.title], ["2031-01-20T10:00:00Z", "FREQ=WEEKLY;BYDAY=MO", "Plan the week"]);
});

// Two calls make it: whichever fails, no reminder is lost, and the page says how things are.
story("a_series_that_cannot_be_divided_stays_whole", async ({ server, open }) => {
	const tenant = await server.tenant();
	const made = await tenant.producer.post("reminders", {
		user_id: "bob", title: "Plan the week", remind_at: "2031-01-06T09:00", timezone: "Europe/Berlin", is_recurring: true, recurrence_rule: "FREQ=WEEKLY;BYDAY=MO",
	});
	const page = await open(tenant.operator, `/reminders/${made.id}/edit`);
	const from = page.locator('[name="from"]');
	await from.locator('option[value="2031-01-20T09:00"]').waitFor({ state: "attached" });
	await from.selectOption("2031-01-20T09:00");
	const refused = new Set(["PUT"]);
	const all = async () => (await tenant.viewer.get("reminders?user_id=bob")).data;
	await page.route(/scheduler\/reminders\//, (route) => refused.has(route.request().method()) ? route.abort() : route.continue());
	await page.locator("[data-action=save]").click();
	await page.locator("[data-half=false]").waitFor();
	same((await all()).map((one) => [one.id, one.recurrence_end_date]), [[made.id, null]], "something was lost or left");
	// Not even taken back: both series are there, which is said; saved again, only the end is made up for.
	refused.add("DELETE");
	await page.locator("[data-action=save]").click();
	await page.locator("[data-half=true]").waitFor();
	same((await all()).length, 2);
	await look(page, "reminder-half");
	refused.clear();
	await page.locator("[data-action=save]").click();
	await page.waitForURL("**/reminders");
	const list = await all();
	same([list.length, list.find((one) => one.id === made.id).recurrence_end_date], [2, "2031-01-19"]);
});

// The server made the new series and nobody heard of it: saved again, with another title even, it is there once.
story("a_series_whose_answer_is_lost_is_not_doubled", async ({ server, open }) => {
	const tenant = await server.tenant();
	const made = await tenant.producer.post("reminders", {
		user_id: "bob", title: "Plan the week", remind_at: "2031-01-06T09:00", timezone: "Europe/Berlin", is_recurring: true, recurrence_rule: "FREQ=WEEKLY;BYDAY=MO",
	});
	const page = await open(tenant.operator, `/reminders/${made.id}/edit`);
	const from = page.locator('[name="from"]');
	await from.locator('option[value="2031-01-20T09:00"]').waitFor({ state: "attached" });
	await from.selectOption("2031-01-20T09:00");
	const others = async () => (await tenant.viewer.get("reminders?user_id=bob")).data.filter((one) => one.id !== made.id && one.status === "PENDING");
	let lost = 0;
	await page.route(/scheduler\/reminders(\?|$)/, async (route) => {
		if (route.request().method() !== "POST" || lost === 2) return route.continue();
		lost++;
		await route.fetch();
		return route.abort();
	});
	for (let round = 1; round <= 2; round++) {
		const answer = page.waitForEvent("requestfailed");
		await page.locator("[data-action=save]:not(:disabled)").click();
		await answer;
		await page.locator("[data-code=unreachable]").waitFor();
		same((await others()).length, 1, `after ${round} lost answers`);
	}
	await page.locator('[name="title"]').fill("Plan the week anew");
	await page.locator("[data-action=save]:not(:disabled)").click();
	await page.waitForURL("**/reminders");
	same((await others()).map((one) => one.title), ["Plan the week anew"]);
	same((await tenant.viewer.get(`reminders/${made.id}`)).recurrence_end_date, "2031-01-19");
});

story("quiet_hours_are_told_before_a_reminder_is_saved", async ({ server, open }) => {
	const tenant = await server.tenant({ timezone: "Europe/Berlin", quiet_hours: { windows: ["22:00-07:00"] } });
	const page = await open(tenant.operator, "/reminders/new");
	await page.locator('[name="title"]').fill("Look at the night's runs");
	await page.locator('[name="timezone"]').fill("Europe/Berlin");
	await page.locator('[name="remind_at"]').fill("2031-05-01T23:00");
	await page.locator('[data-held="2031-05-02T05:00:00Z"]').waitFor();
	await page.locator('[name="repeats"]').selectOption("DAILY");
	await until(page, "five nights", () => document.querySelectorAll(".preview tbody [data-held]").length === 5);
	await look(page, "reminder-quiet");
	await page.locator('[name="remind_at"]').fill("2031-05-01T09:00");
	await until(page, "no night", () => document.querySelectorAll(".preview tbody tr[data-id]").length === 5 && !document.querySelector("[data-held]"));
});

story("a_ladder_is_moved_and_stopped", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/ladders");
	await page.locator(".empty").waitFor();
	await page.locator("[data-action=ladder\\.new]").first().click();
	await answer(page, { entity: "event:42", type: "mail.send", anchor: "2031-06-01T18:00:00Z", offsets: "-24h, -1h, 0" });
	// Everything that the API lists, ladders whose rungs have all passed too.
	await tenant.producer.post("ladders", { entity: "event:7", type: "mail.send", anchor: "2031-06-01T18:00:00Z", offsets: ["0"] });
	await tenant.producer.post("ladders/event:7/stop", { reason: "rain" });
	await until(page, "two ladders", () => document.querySelectorAll("tbody tr[data-id]").length === 2);
	await page.locator('tbody tr:has([data-state=cancelled])').filter({ hasText: "event:7" }).waitFor();
	await page.getByRole("button", { name: "event:42", exact: true }).click();
	await until(page, "three rungs", () => document.querySelectorAll("[data-rung]").length === 3);
	await look(page, "ladders");
	await page.locator("[data-action=ladder\\.move]").click();
	await answer(page, { anchor: "2031-06-02T18:00:00Z" });
	await until(page, "the new anchor", () => document.querySelector('[data-rung="0"] time').dateTime === "2031-06-02T18:00:00Z");
	await page.locator("[data-action=ladder\\.stop]").click();
	await answer(page, { reason: "called off" });
	await until(page, "all cancelled", () => document.querySelectorAll("[data-rung] [data-state=cancelled]").length === 3);
	same((await tenant.viewer.get("ladders/event:42")).data[0].reason, "called off");
});

story("a_daily_window_is_made_and_changed", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/daily");
	await page.locator(".empty").waitFor();
	await page.keyboard.press("n");
	await answer(page, { user: "ann", due: "09:00", zone: "Europe/Berlin" });
	await page.locator('tr[data-id$=" ann"]').waitFor();
	await page.locator('tr[data-id$=" ann"] button.main-link').click();
	await page.getByRole("dialog", { name: "Days" }).locator(".empty").waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Actions of ann" }).click();
	await page.locator('.menu-list [data-action="daily.change"]').click();
	await answer(page, { due: "10:30" });
	await until(page, "the time", () => document.querySelector("[data-column=due]").textContent.startsWith("10:30"));
	same((await tenant.viewer.get("daily/ann")).due_time, "10:30");
});

// However soon after the list was asked for: by the page's clock, no time passes at all.
story("what_was_saved_is_in_the_list_at_once", async ({ server, open }) => {
	const tenant = await server.tenant();
	const { token } = await server.admin.post("tokens", { tenant_id: tenant.id, role: "user", user_id: "ann" });
	const page = await open(new Client(server.url, token), "/reminders");
	await page.clock.setFixedTime(new Date());
	await page.reload();
	await page.locator(".empty").waitFor();
	await page.keyboard.press("n");
	await page.locator('[name="title"]').fill("Call Bob back");
	await page.locator('[name="remind_at"]').fill("2031-01-06T09:00:00Z");
	await page.locator("[data-action=save]").click();
	await page.locator(".reminder").filter({ hasText: "Call Bob back" }).waitFor();
});
