// Bundles web/src into web/dist: scripts in a few chunks (what every screen needs, and the
// screens in three parts),
// one style sheet, one sprite of icons, index.html. File names carry a digest of their content.
// Also writes src/api/web.def: the files that the server embeds, and how the screens' paths begin.
//
//   node build.mjs           write web/dist
//   node build.mjs --check   fail if web/dist is not what web/src builds
import { build } from "esbuild";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const table = join(here, "../src/api/web.def");
const types = {
	html: "text/html; charset=utf-8",
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
	svg: "image/svg+xml",
};

async function bundle() {
	const result = await build({
		absWorkingDir: here,
		entryPoints: { app: "src/main.tsx", style: "src/styles/index.css", icon: "src/icon.svg" },
		bundle: true,
		splitting: true,
		format: "esm",
		target: ["chrome123", "firefox121", "safari17.5"],
		jsx: "automatic",
		jsxImportSource: "preact",
		minify: true,
		legalComments: "none",
		charset: "utf8",
		loader: { ".svg": "file" },
		outdir: "dist",
		publicPath: "/assets/",
		entryNames: "[name]-[hash]",
		chunkNames: "part-[hash]",
		assetNames: "[name]-[hash]",
		metafile: true,
		write: false,
		logLevel: "warning",
	});
	const files = new Map();
	for (const file of result.outputFiles) {
		files.set(file.path.slice(dist.length + 1), Buffer.from(file.contents));
	}
	return { files, entries: entryNames(result.metafile), early: earlyNames(result.metafile) };
}

// The output name of each entry point.
function entryNames(metafile) {
	const names = {};
	for (const [path, output] of Object.entries(metafile.outputs)) {
		if (output.entryPoint) names[output.entryPoint] = path.slice("dist/".length);
	}
	return names;
}

// What the program imports before it can begin: the page names it, so that one round trip is enough.
function earlyNames(metafile) {
	const [, app] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === "src/main.tsx");
	return app.imports.filter((one) => one.kind === "import-statement").map((one) => one.path.slice("dist/".length));
}

// The file loader makes a script of an entry that is an asset; only the asset itself is wanted.
function iconName(files, entries) {
	const script = entries["src/icon.svg"];
	files.delete(script);
	return [...files.keys()].find((name) => /^icon-.*\.svg$/.test(name));
}

async function screenPaths() {
	const result = await build({
		absWorkingDir: here, entryPoints: ["src/screens/paths.ts"], bundle: true, format: "esm",
		write: false,
	});
	const code = Buffer.from(result.outputFiles[0].contents).toString("base64");
	const { paths } = await import(`data:text/javascript;base64,${code}`);
	return Object.values(paths);
}

function page(entries, early, icon) {
	const text = readFileSync(join(here, "src/index.html"), "utf8");
	return text.replaceAll("{{app}}", `/assets/${entries["src/main.tsx"]}`)
		.replaceAll("{{style}}", `/assets/${entries["src/styles/index.css"]}`)
		.replaceAll("{{icon}}", `/assets/${icon}`)
		.replaceAll("{{early}}", early.map((name) => `<link rel="modulepreload" href="/assets/${name}">\n`).join(""));
}

function tableText(names, paths) {
	const rows = names.map((name, index) =>
		`\tX(${index}, "${name}", "${types[name.split(".").pop()]}")`);
	const first = [...new Set(paths.map((path) => path.split("/")[1]).filter(Boolean))].sort();
	return "/* Made by web/build.mjs: the files of the dashboard and what they are, and how the paths of its\n"
		+ " * screens begin. */\n/* clang-format off */\n"
		+ `#define WEB_FILES(X) \\\n${rows.join(" \\\n")}\n\n`
		+ `#define WEB_SCREENS(X) \\\n${first.map((word) => `\tX("${word}")`).join(" \\\n")}\n/* clang-format on */\n`;
}

async function make() {
	const { files, entries, early } = await bundle();
	const icon = iconName(files, entries);
	files.set("index.html", Buffer.from(page(entries, early, icon)));
	return { files, rows: tableText([...files.keys()].sort(), await screenPaths()) };
}

function write({ files, rows }) {
	rmSync(dist, { recursive: true, force: true });
	mkdirSync(dist);
	for (const [name, content] of files) writeFileSync(join(dist, name), content);
	writeFileSync(table, rows);
}

function check({ files, rows }) {
	const there = readdirSync(dist).sort();
	const wanted = [...files.keys()].sort();
	const wrong = wanted.filter((name) =>
		!there.includes(name) || !readFileSync(join(dist, name)).equals(files.get(name)));
	const extra = there.filter((name) => !files.has(name));
	for (const name of wrong) console.error(`web/dist/${name} is not what web/src builds`);
	for (const name of extra) console.error(`web/dist/${name} is no longer built`);
	const isOld = readFileSync(table, "utf8") !== rows;
	if (isOld) console.error("src/api/web.def is not what web/src builds");
	if (wrong.length || extra.length || isOld) {
		console.error("run `make web` and commit web/dist and src/api/web.def");
		process.exit(1);
	}
}

const made = await make();
if (process.argv.includes("--check")) check(made);
else write(made);
