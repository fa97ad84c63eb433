// Writes src/api.ts, the types of the API, from a description: node scripts/types.mjs [FILE]
// Without FILE it reads the description that stands in the tree.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const file = process.argv[2] ?? fileURLToPath(new URL("../../../doc/openapi.json", import.meta.url));
const description = JSON.parse(await readFile(file, "utf8"));
const types = astToString(await openapiTS(description, { alphabetize: true, emptyObjectsUnknown: true, defaultNonNullable: false }));
const head = "// Types of the API, made from its description by `npm run types`. Do not edit.\n";
await writeFile(new URL("../src/api.ts", import.meta.url), head + types);
