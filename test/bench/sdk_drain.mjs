// Drains COUNT runs by a worker of the JavaScript SDK: node sdk_drain.mjs COUNT CONCURRENCY. Prints runs a second,
// and microseconds of CPU a run of this process.
import { Client, Worker } from "../../sdk/javascript/dist/index.js";

const [count, concurrency] = process.argv.slice(2).map(Number);
const client = new Client();
const task = { type: "b", payload: { text: "x".repeat(189) } };
for (let made = 0; made < count; made += 1000) await client.post("/tasks/bulk", { body: { tasks: Array(1000).fill(task) } });

let left = count;
let last;
const all = new Promise((resolve) => (last = resolve));
const worker = new Worker({ client, concurrency }).handle("b", () => --left === 0 && last());
const begun = performance.now();
const spent = process.cpuUsage();
worker.start();
await all;
await worker.stop(); // every report is taken
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(spent);
console.log(`${(count / seconds).toFixed(0)}\t${((user + system) / count).toFixed(1)}`);
