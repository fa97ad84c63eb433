// Reads how the API looks (doc/openapi.json, which the server also serves as /openapi.json), and writes
// that down for the type checker: src/data/api.d.ts (every body and answer) and src/data/routes.ts
// (the routes and their operations).
//
//   node types.mjs           write both
//   node types.mjs --check   fail if either is older than the description
import openapiTS, { astToString } from "openapi-typescript";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const BASE = "/api/v1/scheduler/";

async function typesText(api) {
	return "// Made by web/types.mjs from doc/openapi.json.\n" + astToString(await openapiTS(api, { defaultNonNullable: false }));
}

function routesText(api) {
	const rows = [];
	for (const [path, methods] of Object.entries(api.paths)) {
		if (!path.startsWith(BASE)) continue;
		for (const [method, operation] of Object.entries(methods)) {
			if (!operation.operationId) continue;
			rows.push(`\t"${method.toUpperCase()} ${path.slice(BASE.length)}": "${operation.operationId}",`);
		}
	}
	return "// Made by web/types.mjs from doc/openapi.json: the routes below the base, and the operation that each is.\n"
		+ `export const routes = {\n${rows.sort().join("\n")}\n} as const;\n\nexport type Route = keyof typeof routes;\n`;
}

const api = JSON.parse(readFileSync(join(here, "../doc/openapi.json"), "utf8"));
const made = { "src/data/api.d.ts": await typesText(api), "src/data/routes.ts": routesText(api) };
let isOld = false;
for (const [name, text] of Object.entries(made)) {
	const file = join(here, name);
	if (!process.argv.includes("--check")) writeFileSync(file, text);
	else if (readFileSync(file, "utf8") !== text) {
		console.error(`web/${name} is older than the API; run \`make web-types\``);
		isOld = true;
	}
}
process.exitCode = isOld ? 1 : 0;
