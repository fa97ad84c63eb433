// A browser for the stories: pages that are signed in, and what every page must keep to: no report
// of the content security policy, no error, no request beyond the server, nothing that axe finds.
import { readFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
	"--disable-background-networking", "--disable-component-update", "--disable-sync"];
const shots = process.env.SHOTS ?? "";

// What is watched for longer than this is not coming.
const PATIENCE_MS = 60_000;

export function launch() {
	return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS, headless: true });
}

export class Visitor {
	constructor(browser, server) {
		this.browser = browser;
		this.server = server;
		this.contexts = [];
		this.faults = [];
		this.requests = [];
		this.unsafe = []; // requests that may change something
		this.asking = new Set();
	}

	async context(options = {}) {
		const context = await this.browser.newContext({
			viewport: { width: 1440, height: 900 }, locale: "en-GB", timezoneId: "Europe/Berlin",
			colorScheme: "light", reducedMotion: "reduce", baseURL: this.server.url,
			permissions: ["clipboard-read", "clipboard-write"], ...options,
		});
		context.setDefaultTimeout(PATIENCE_MS);
		await context.addInitScript(() => {
			addEventListener("securitypolicyviolation", (event) => {
				console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
			});
		});
		context.on("page", (page) => this.watch(page));
		this.contexts.push(context);
		return context;
	}

	watch(page) {
		page.on("pageerror", (error) => this.faults.push(`error in the page: ${error.stack}`));
		page.on("console", (message) => {
			if (/policy:|Content Security Policy|Trusted ?Type/i.test(message.text())) this.faults.push(message.text());
		});
		page.on("request", (request) => {
			const url = request.url();
			if (!url.startsWith(`${this.server.url}/`) && !/^(data|blob):/.test(url)) this.faults.push(`request beyond the server: ${url}`);
			this.requests.push(url);
			if (!["GET", "HEAD"].includes(request.method())) this.unsafe.push(`${request.method()} ${new URL(url).pathname}`);
			if (request.headers().accept !== "text/event-stream") this.asking.add(request);
		});
		for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => this.asking.delete(request));
	}

	// A page that is signed in with the client's token, at a path.
	async open(client, path = "/", options = {}) {
		const context = await this.context(options);
		const answer = await client.ask("POST", "session", { token: client.token });
		if (answer.status !== 201) throw new Error(`no session: ${answer.status} ${answer.text}`);
		const [name, value] = answer.headers.get("Set-Cookie").split(";")[0].split("=");
		await context.addCookies([{ name, value, url: this.server.url, httpOnly: true, sameSite: "Strict" }]);
		const page = await context.newPage();
		await page.goto(path);
		await page.locator(".frame").waitFor();
		return page;
	}

	// The screen has its content: nothing is on its way, no skeleton stands for it.
	async settle(page) {
		for (;;) {
			await page.waitForFunction(() => document.querySelector("main h1, main .empty, main .problem") && !document.querySelector(".skeleton"), undefined, { timeout: PATIENCE_MS });
			if (!this.asking.size) return;
			await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
		}
	}

	// To another screen as a link goes there: the page is not loaded anew.
	async follow(page, path) {
		await page.evaluate((to) => {
			history.pushState(null, "", to);
			dispatchEvent(new PopStateEvent("popstate"));
		}, path);
		await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
		await this.settle(page);
	}

	async close() {
		for (const context of this.contexts) await context.close();
		if (this.faults.length) throw new Error(this.faults.join("\n"));
	}
}

// ---- what pages must be like --------------------------------------------------------------------

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// What differs is looked at where it differs: all rules in the light theme, contrast alone in the dark one, wide and
// narrow, and on a phone the rules that less room, hidden words and other boxes can break.
const RULES = {
	all: { type: "tag", values: STANDARDS },
	contrast: { type: "rule", values: ["color-contrast"] },
	room: { type: "rule", values: ["target-size", "scrollable-region-focusable", "button-name", "link-name", "aria-hidden-focus", "label", "select-name",
		"empty-table-header", "empty-heading", "aria-command-name", "aria-input-field-name", "link-in-text-block", "landmark-one-main", "page-has-heading-one"] },
};

async function axe(page, name, which) {
	if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axeSource);
	const found = await page.evaluate(async (runOnly) => {
		const result = await globalThis.axe.run(document, { runOnly, resultTypes: ["violations"] });
		return result.violations.map((one) => `${one.id} (${one.impact}): ${one.help}\n`
			+ one.nodes.slice(0, 4).map((node) => `    ${node.target.join(" ")}: ${node.failureSummary}`).join("\n"));
	}, RULES[which]);
	if (found.length) throw new Error(`axe on ${name}:\n${found.join("\n")}`);
}

async function hasNoSideScroll(page, name) {
	const wide = await page.evaluate(() => {
		const boxes = [document.documentElement, ...document.querySelectorAll("main, .banners, dialog[open], dialog[open] > *")];
		return boxes.filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== "inline")
			.map((box) => `${box.tagName} ${box.className}: ${box.scrollWidth} of ${box.clientWidth}`);
	});
	if (wide.length) throw new Error(`${name}: wider than there is room:\n${wide.join("\n")}`);
}

async function shoot(page, name) {
	if (!shots) return;
	mkdirSync(shots, { recursive: true });
	await page.screenshot({ path: join(shots, `${name}.png`) });
}

// Two frames: what follows the size and the colours is drawn. Then the transitions between the
// colours end, frame by frame. Inside a closed <details> Chromium keeps finished transitions
// listed for ever: only running ones count.
const FRAMES_MAX = 600;
async function restOf(page, name) {
	const restless = await page.evaluate(async (most) => {
		const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
		await frame();
		await frame();
		const running = () => document.getAnimations().filter((one) => one instanceof CSSTransition && one.playState === "running");
		for (let count = 0; count < most && running().length; count++) await frame();
		return running().map((one) => `${one.transitionProperty} (${one.playState} at ${one.currentTime}) of ${one.effect.target.outerHTML.slice(0, 120)}`);
	}, FRAMES_MAX);
	if (restless.length) throw new Error(`${name} never rests:\n${restless.join("\n")}`);
}

const MODES = [
	{ width: 1440, height: 900, colorScheme: "light", which: "all" },
	{ width: 1440, height: 900, colorScheme: "dark", which: "contrast" },
	{ width: 360, height: 740, colorScheme: "light", which: "room" },
	{ width: 360, height: 740, colorScheme: "dark", which: "contrast" },
];

// Looks at a screen as it is: axe in both themes, wide and narrow, and no scrolling sideways.
export async function look(page, name) {
	for (const { width, height, colorScheme, which } of MODES) {
		await page.setViewportSize({ width, height });
		await page.emulateMedia({ colorScheme });
		await restOf(page, name);
		const title = `${name}-${width}-${colorScheme}`;
		await shoot(page, title);
		await axe(page, title, which);
		await hasNoSideScroll(page, title);
	}
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.emulateMedia({ colorScheme: "light" });
}

// ---- expectations -------------------------------------------------------------------------------

export function same(actual, expected, about = "") {
	const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
	if (a !== b) throw new Error(`${about}\nexpected ${b}\ngot      ${a}`);
}

export function check(condition, what) {
	if (!condition) throw new Error(what);
}

// Asks the server until the answer is as wanted: a page shows some changes before they are made.
export async function becomes(what, ask, wanted) {
	const end = Date.now() + PATIENCE_MS;
	let got = await ask();
	while (got !== wanted && Date.now() < end) got = await ask();
	same(got, wanted, what);
}

// Waits until it holds: the page says so by itself, at its own pace.
export async function until(page, what, test, argument) {
	try {
		await page.waitForFunction(test, argument, { timeout: PATIENCE_MS });
	} catch (error) {
		throw new Error(`never came: ${what}\n${error.message}`);
	}
}
