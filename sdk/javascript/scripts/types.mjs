// Writes src/api.ts, the types of the API, from a description: node scripts/types.mjs [FILE]
// Without FILE it reads the description in the tree. With --check it writes nothing and fails when
// src/api.ts is not up to date.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const words = process.argv.slice(2).filter((word) => word !== "--check");
const isCheck = process.argv.includes("--check");
const file = words[0] ?? fileURLToPath(new URL("../../../doc/openapi.json", import.meta.url));
const description = JSON.parse(await readFile(file, "utf8"));
const types = astToString(await openapiTS(description, { alphabetize: true, emptyObjectsUnknown: true, defaultNonNullable: false }));
const head = "// Types of the API, made from its description by `npm run types`. Do not edit.\n";
const target = new URL("../src/api.ts", import.meta.url);
if (!isCheck) {
  await writeFile(target, head + types);
} else if ((await readFile(target, "utf8")) !== head + types) {
  console.error("sdk/javascript/src/api.ts is out of date: npm run types");
  process.exitCode = 1;
}
