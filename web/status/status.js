// A plain live view of the server: numbers, queues, the latest runs. Everything is text; nothing
// that came from outside is ever read as markup.
"use strict";

const BASE = "/api/v1/scheduler/";
const EVERY_MS = 2000;
const ICONS = { waiting: "◌", queued: "○", processing: "◐", done: "●", failed: "✕", dlq: "✕",
	cancelled: "–" };
const NUMBERS = [["due", "due"], ["running", "running"], ["runs_in_memory", "in memory"],
	["waiting_calls", "workers waiting"], ["workers", "workers"], ["tenants", "tenants"]];

const at = (id) => document.getElementById(id);
let timer = 0;

async function ask(method, path, body) {
	const init = { method, credentials: "same-origin", headers: {} };
	if (body !== undefined) {
		init.headers["Content-Type"] = "application/json";
		init.body = JSON.stringify(body);
	}
	const answer = await fetch(BASE + path, init);
	const type = answer.headers.get("Content-Type") || "";
	const data = type.includes("json") ? await answer.json() : null;
	return { status: answer.status, data };
}

function cell(text, isNumber) {
	const td = document.createElement("td");
	if (isNumber) td.className = "number";
	td.textContent = text === null || text === undefined ? "" : String(text);
	return td;
}

function row(cells) {
	const tr = document.createElement("tr");
	tr.append(...cells);
	return tr;
}

function showNumbers(status) {
	const known = NUMBERS.filter(([key]) => key in status);
	at("numbers").replaceChildren(...known.map(([key, name]) => {
		const box = document.createElement("div");
		const dt = document.createElement("dt");
		const dd = document.createElement("dd");
		dt.textContent = name;
		dd.textContent = String(status[key]);
		box.append(dt, dd);
		return box;
	}));
	const when = new Date(status.now).toLocaleTimeString();
	at("state").textContent = `${status.status}, version ${status.version}, as of ${when}`;
}

function showQueues(queues) {
	at("queues").replaceChildren(...queues.map((queue) => row([
		cell(queue.name), cell(queue.weight, true), cell(queue.limit || "none", true)])));
}

function showRuns(runs) {
	if (!runs.length) {
		const empty = cell("nothing yet");
		empty.colSpan = 6;
		at("runs").replaceChildren(row([empty]));
		return;
	}
	at("runs").replaceChildren(...runs.map((run) => row([
		cell(`${ICONS[run.state] || "?"} ${run.state}`), cell(run.type), cell(run.tenant_id),
		cell(new Date(run.run_at).toLocaleString()), cell(run.worker_id),
		cell(run.last_error && run.last_error.message ? run.last_error.message : run.last_error)])));
}

function showSignIn() {
	clearTimeout(timer);
	at("enter").hidden = false;
	at("shown").hidden = at("leave").hidden = true;
	at("state").textContent = "not signed in";
}

// Of every tenant where that may be asked, else of one's own.
async function latestRuns() {
	const all = await ask("GET", "queue?limit=20&tenant_id=*");
	return all.status === 200 ? all : ask("GET", "queue?limit=20");
}

async function refresh() {
	try {
		const status = await ask("GET", "status");
		if (status.status === 401 || status.status === 403) return showSignIn();
		at("enter").hidden = true;
		at("shown").hidden = at("leave").hidden = false;
		showNumbers(status.data);
		const [queues, runs] = await Promise.all([ask("GET", "queues"), latestRuns()]);
		if (queues.status === 200) showQueues(queues.data.data);
		if (runs.status === 200) showRuns(runs.data.data);
	} catch (error) {
		at("state").textContent = "the server does not answer; trying again";
	}
	timer = setTimeout(refresh, EVERY_MS);
}

async function signIn(how) {
	const answer = await ask("POST", "session", how);
	const isIn = answer.status >= 200 && answer.status < 300;
	at("refused").textContent = isIn ? "" : (answer.data && (answer.data.detail || answer.data.title))
		|| "refused";
	if (isIn) refresh();
	else showSignIn();
}

at("enter").addEventListener("submit", (event) => {
	event.preventDefault();
	const token = at("token").value.trim();
	at("token").value = "";
	signIn({ token });
});

at("leave").addEventListener("click", async () => {
	await ask("DELETE", "session");
	showSignIn();
});

// A code stands behind the #, so that no server or proxy ever writes it down.
const code = new URLSearchParams(location.hash.slice(1)).get("code");
if (code) {
	history.replaceState(null, "", location.pathname);
	signIn({ code });
} else {
	refresh();
}
