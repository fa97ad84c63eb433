// Signing in and out, what the shell has on every screen, and what the page costs.
import { createServer, request as ask } from "node:http";
import { gunzipSync } from "node:zlib";
import { check, look, same, until } from "./browser.mjs";
import { ranTask } from "./server.mjs";
import { story } from "./story.mjs";

const FIRST_LOAD_MAX = 110_000;
const FILES_MAX = 20;
const ASKED_MAX = 20;

story("a_token_signs_in_and_out", async ({ server, visitor }) => {
	const tenant = await server.tenant();
	const context = await visitor.context();
	const page = await context.newPage();
	await page.goto("/");
	await page.getByLabel("Token").waitFor();
	await look(page, "sign-in");
	await page.getByLabel("Token").fill("wrong");
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.locator('[role=alert][data-code="unauthorized"]').waitFor();
	await page.getByLabel("Token").fill(tenant.operator.token);
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.locator(".frame").waitFor();
	const [cookie] = await context.cookies();
	same([cookie.httpOnly, cookie.sameSite], [true, "Strict"]);
	await page.getByRole("button", { name: /^operator .*signed in/ }).click();
	await page.locator('[data-action="user.signout"]').click();
	await page.getByLabel("Token").waitFor();
	same((await context.cookies()).length, 0);
	await page.reload();
	await page.getByLabel("Token").waitFor();
});

story("the_one_time_link_signs_in_once", async ({ visitor }) => {
	const { Server } = await import("./server.mjs");
	const own = await Server.start({ isOnTerminal: true });
	try {
		visitor.server = own;
		const link = await own.link;
		const page = await (await visitor.context({ baseURL: own.url })).newPage();
		await page.goto(link);
		await page.locator(".frame").waitFor();
		check(!page.url().includes("code"), "the code stays in the address");
		const second = await (await visitor.context({ baseURL: own.url })).newPage();
		await second.goto(link);
		await second.locator('[role=alert][data-code="unauthorized"]').waitFor();
	} finally {
		await own.stop();
	}
});

// Single sign-on in front of the server: it comes from an address of its own, and says who asks.
async function singleSignOn(port, who) {
	const proxy = createServer((incoming, outgoing) => {
		const { "remote-user": _forged, ...headers } = incoming.headers;
		const onward = ask({ port, host: "127.0.0.1", localAddress: "127.0.0.9", method: incoming.method, path: incoming.url,
			headers: { ...headers, ...(who.name ? { "remote-user": who.name } : {}) } }, (answer) => {
			outgoing.writeHead(answer.statusCode, answer.headers);
			answer.pipe(outgoing);
		});
		onward.on("error", () => outgoing.destroy());
		outgoing.on("close", () => onward.destroy());
		incoming.pipe(onward);
	});
	proxy.unref();
	await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
	return { url: `http://127.0.0.1:${proxy.address().port}`, close: () => { proxy.closeAllConnections(); proxy.close(); } };
}

story("a_proxy_signs_in_without_a_word", async ({ visitor }) => {
	const { Server } = await import("./server.mjs");
	const own = await Server.start({ words: ["--trusted-proxies", "127.0.0.9", "--proxy-user-header", "Remote-User", "--proxy-roles", "*=system:viewer"] });
	const who = { name: "ann@example.com" };
	const proxy = await singleSignOn(new URL(own.url).port, who);
	try {
		visitor.server = proxy;
		const page = await (await visitor.context({ baseURL: proxy.url })).newPage();
		await page.goto("/jobs");
		await page.locator('[data-banner="read-only"]').waitFor();
		await page.getByRole("button", { name: /^ann:example.com .*signed in/ }).waitFor();
		const [session] = (await own.admin.get("sessions?tenant_id=system")).data;
		same([session.user_id, session.role, session.signed_in_by], ["ann:example.com", "viewer", "proxy"]);
		// Signed out there is signed out here.
		who.name = "";
		await page.reload();
		await page.getByLabel("Token").waitFor();
	} finally {
		proxy.close();
		await own.stop();
	}
});

story("sessions_are_listed_and_revoked", async ({ server, open }) => {
	const tenant = await server.tenant();
	const first = await open(tenant.operator, "/sessions");
	const second = await open(tenant.operator, "/sessions");
	const rows = second.locator("tbody tr[data-id]");
	await until(second, "two sessions", () => document.querySelectorAll("tbody tr[data-id]").length === 2);
	const other = rows.filter({ hasNotText: "this browser" });
	await other.getByRole("button").click();
	await second.locator('[data-action="session.revoke"]').click();
	await until(second, "one session", () => document.querySelectorAll("tbody tr[data-id]").length === 1);
	await first.reload();
	await first.getByLabel("Token").waitFor();
});

story("a_deep_link_opens_its_screen_and_others_are_not_there", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.viewer, "/jobs?status=PAUSED");
	same(await page.locator("nav.tabs [aria-current=page]").getAttribute("data-tab"), "PAUSED");
	for (const path of ["/nothing", "/assets/nothing.js", "/assets/index.html"]) {
		const answer = await server.admin.ask("GET", path);
		same([path, answer.status], [path, 404]);
	}
});

story("files_are_compressed_and_kept_for_good", async ({ server }) => {
	const page = await server.admin.ask("GET", "/", undefined, { "Accept-Encoding": "identity" });
	same(page.headers.get("Cache-Control"), "no-cache");
	const name = /\/assets\/app-[^"]+/.exec(page.text)[0];
	for (const [encoding, expected] of [["gzip, br", "gzip"], ["identity", null], ["gzip;q=0", null]]) {
		const answer = await fetch(server.url + name, { headers: { "Accept-Encoding": encoding } });
		same([encoding, answer.headers.get("Content-Encoding")], [encoding, expected]);
		same(answer.headers.get("Cache-Control"), "public, max-age=31536000, immutable");
		check((await answer.text()).length > 1000, "the script is there");
	}
	check(typeof gunzipSync === "function", "zlib");
});

// The page, scripts, style and icons, compressed, whatever is loaded until the screen has its content.
story("the_first_load_fits_its_budget", async ({ server, visitor, open }) => {
	const tenant = await server.tenant();
	await ranTask(tenant, "mail.send");
	await tenant.producer.post("jobs", { code: "hourly", handler: "h", cron_expression: "0 * * * *" });
	const screens = [["/", ".plot canvas"], ["/jobs", "tbody tr[data-id]"], ["/executions", "tbody tr[data-id]"], ["/queues", "[data-queue]"], ["/types", "tbody tr[data-id]"]];
	for (const [path, content] of screens) {
		const before = visitor.requests.length;
		const page = await open(tenant.viewer, path);
		await page.locator(content).first().waitFor();
		const [bytes, files] = await page.evaluate(() => {
			const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource").filter((one) => one.name.includes("/assets/"))];
			return [all.reduce((sum, one) => sum + one.encodedBodySize, 0), all.length];
		});
		check(bytes > 10_000 && bytes < FIRST_LOAD_MAX, `${path} loads ${bytes} bytes, at most ${FIRST_LOAD_MAX} are allowed`);
		check(files <= FILES_MAX, `${path} loads ${files} files, at most ${FILES_MAX} are allowed`);
		// Nothing is asked twice, but what is two seconds old: a busy machine may take longer than that.
		const again = await page.evaluate(() => {
			const all = performance.getEntriesByType("resource").filter((one) => one.name.includes("/api/v1/"));
			return all.filter((one, index) => all.slice(0, index).some((other) => other.name === one.name && one.startTime - other.startTime < 1900)).map((one) => one.name);
		});
		same(again, [], `${path} asks again`);
		const asked = [...new Set(visitor.requests.slice(before).filter((url) => url.includes("/api/v1/")))];
		check(asked.length <= ASKED_MAX, `${path} asks ${asked.length} questions, at most ${ASKED_MAX} are allowed`);
		await page.context().close();
	}
});

story("an_answer_that_several_parts_show_is_asked_once", async ({ server, visitor, open }) => {
	const tenant = await server.tenant();
	await ranTask(tenant, "mail.send");
	const page = await open(tenant.viewer, "/types");
	await page.clock.install();
	const before = visitor.requests.length;
	await page.reload();
	await page.locator("tbody tr[data-id]").first().waitFor();
	await page.clock.runFor(10_000);
	same(visitor.requests.slice(before).filter((url) => url.includes("/tenants?")).length, 1);
});

story("keys_go_to_screens_and_show_themselves", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/jobs");
	await page.locator("main h1").waitFor();
	// The two keys belong together for a moment only: on a busy machine they may come too far apart.
	for (let tries = 0; tries < 20 && !page.url().endsWith("/executions"); tries++) {
		await page.keyboard.press("g");
		await page.keyboard.press("e");
		await page.waitForURL("**/executions", { timeout: 3000 }).catch(() => undefined);
	}
	await page.waitForURL("**/executions");
	await page.keyboard.press("?");
	const help = page.getByRole("dialog", { name: "Keys" });
	await help.waitFor();
	check(await help.locator("dt kbd").count() > 6, "few keys are shown");
	await look(page, "keys");
	await page.keyboard.press("Escape");
	await help.waitFor({ state: "detached" });
	const before = await page.getByRole("button", { name: /: times in/ }).getAttribute("aria-label");
	await page.keyboard.press("t");
	check(await page.getByRole("button", { name: /: times in/ }).getAttribute("aria-label") !== before, "the zone stays");
});

story("the_palette_finds_an_action_and_its_lines", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.operator, "/jobs");
	await page.locator("main h1").waitFor();
	await page.keyboard.press("Control+k");
	await page.getByRole("combobox", { name: "Action" }).fill("new jo");
	await page.locator('[role=option][data-action="job.new"][aria-selected=true]').waitFor();
	await look(page, "palette");
	await page.getByRole("button", { name: "Copy command" }).click();
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	check(copied.startsWith("belfry job create"), copied);
});

story("the_theme_is_chosen_and_kept", async ({ server, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.viewer, "/jobs");
	await page.getByRole("button", { name: "Theme and density" }).click();
	await page.locator('[data-action="theme.dark"]').click();
	same(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
	await page.reload();
	await page.locator(".frame").waitFor();
	same(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
});

story("one_stream_serves_all_tabs", async ({ server, visitor, open }) => {
	const tenant = await server.tenant();
	const page = await open(tenant.viewer, "/jobs");
	await page.locator("[data-live=live]").waitFor();
	const second = await page.context().newPage();
	await second.goto("/jobs");
	await second.bringToFront();
	// A hidden tab gives the stream back; whichever tab is in front hears what happens.
	await tenant.producer.post("jobs", { code: "from-elsewhere", handler: "h", schedule_type: "MANUAL" });
	await second.locator("tbody tr[data-id]").first().waitFor();
	const streams = visitor.requests.filter((url) => /scheduler\/events/.test(url)).length;
	check(streams >= 1 && streams <= 3, `${streams} streams were opened`);
});

// Half a minute in which nothing happens, by the page's own clock (the stream's word comes by another one): what events
// tell of is not asked for at all, what no event tells of seldom, and by a tab that nobody sees nothing.
const IDLE_MS = 30_000;
const IDLE_MAX = { "/": 4, "/executions": 1, "/active": 1, "/dead": 1, "/queues": 4, "/workers": 7 };

story("an_idle_page_asks_seldom", async ({ server, visitor, open }) => {
	const tenant = await server.tenant();
	await ranTask(tenant, "mail.send");
	const page = await open(tenant.viewer, "/sessions");
	await page.clock.install();
	const idle = async () => {
		const before = visitor.requests.length;
		for (let passed = 0; passed < IDLE_MS; passed += 3000) {
			await page.clock.runFor(3000);
			await visitor.settle(page);
		}
		return visitor.requests.slice(before).filter((url) => url.includes("/api/v1/"));
	};
	for (const [path, most] of Object.entries(IDLE_MAX)) {
		await page.goto(path);
		await page.locator("[data-live=live]").waitFor();
		await visitor.settle(page);
		const asked = await idle();
		check(asked.length <= most, `${path}: ${asked.length} questions while nothing happens, at most ${most} are allowed: ${asked.join(" ")}`);
	}
	await page.evaluate(() => {
		Object.defineProperty(document, "visibilityState", { value: "hidden" });
		document.dispatchEvent(new Event("visibilitychange"));
	});
	same(await idle(), [], "questions of a tab that nobody sees");
});
