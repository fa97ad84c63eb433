// Tells the stories: each has tenants of its own at a server that they share, unless it starts one.
import { launch, Visitor } from "./browser.mjs";
import { Server } from "./server.mjs";
import { stories } from "./story.mjs";
import "./stories_every.mjs";
import "./stories_session.mjs";
import "./stories_first.mjs";
import "./stories_dashboard.mjs";
import "./stories_jobs.mjs";
import "./stories_executions.mjs";
import "./stories_work.mjs";
import "./stories_people.mjs";
import "./stories_service.mjs";
import "./stories_setup.mjs";
import "./stories_many.mjs";

const words = process.argv.slice(2);
const chosen = stories.filter((story) => !words.length || words.some((word) => story.name.includes(word)));
const atOnce = Math.max(1, Number(process.env.JOBS ?? 2));

const browser = await launch();
const server = await Server.start({ words: ["--webhook-allow", "127.0.0.1"] });
let passed = 0;
let failed = 0;

// A page that never rests answers nothing: then the story has failed, and the others go on.
const STORY_MS = 300_000;
function within(promise, what) {
	let timer;
	const end = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error(`${what} does not end`)), STORY_MS);
	});
	return Promise.race([promise, end]).finally(() => clearTimeout(timer));
}

async function tell(story) {
	const visitor = new Visitor(browser, server);
	const begun = Date.now();
	let error = null;
	try {
		const told = story.tell({ server, visitor, open: (...all) => visitor.open(...all) });
		await within(told, story.name);
	} catch (caught) {
		error = caught;
	}
	try {
		await within(visitor.close(), "closing its pages");
	} catch (caught) {
		error ??= caught;
	}
	const took = ((Date.now() - begun) / 1000).toFixed(1);
	if (error) {
		failed++;
		console.log(`FAILED  ${story.name}  ${took} s\n${error.stack ?? error}`);
	} else {
		passed++;
		console.log(`ok      ${story.name}  ${took} s`);
	}
}

const waiting = [...chosen];
async function teller() {
	for (let story = waiting.shift(); story; story = waiting.shift()) await tell(story);
}

try {
	await Promise.all(Array.from({ length: atOnce }, teller));
} finally {
	await browser.close();
	await server.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
