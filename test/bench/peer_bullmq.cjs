// BullMQ on Redis, asked for the same as bench_server.c asks:
//   node peer_bullmq.cjs PORT MEASURE COUNT
// NODE_MODULES names the folder that bullmq was installed into.
const { createRequire } = require("node:module");
const { Queue, Worker } = createRequire(process.env.NODE_MODULES + "/")("bullmq");

const [port, measure, countText] = process.argv.slice(2);
const count = Number(countText);
const connection = { host: "127.0.0.1", port: Number(port), maxRetriesPerRequest: null };
const queue = new Queue("bench", { connection });
const payload = { text: "x".repeat(189) };
const options = { removeOnComplete: true };
const seconds = () => Number(process.hrtime.bigint()) / 1e9;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const one = { name: "b", data: payload, opts: options };
const batchOf = (size) => Array.from({ length: size }, () => one);

// A worker that calls `started` for each job, and a promise of `goal` of them being finished.
function work(goal, started = () => {}) {
  const worker = new Worker("bench", async (job) => started(job), { connection, concurrency: 50 });
  let finished = 0;
  const all = new Promise((done) => worker.on("completed", () => ++finished === goal && done()));
  return { worker, all };
}

async function lasting(make, size, callers) {
  const begun = seconds(), until = begun + count;
  let made = 0;
  await Promise.all(Array.from({ length: callers }, async () => {
    while (seconds() < until) {
      await make();
      made += size;
    }
  }));
  console.log((made / (seconds() - begun)).toFixed(0));
}

async function preload() {
  for (let i = 0; i < count; i += 1000) await queue.addBulk(batchOf(1000));
}

function printSamples(samples) {
  samples.sort((a, b) => a - b);
  const at = (share) => samples[Math.min(samples.length - 1, Math.floor(samples.length * share))];
  console.log([at(0.5), at(0.99), samples.at(-1)].map((ms) => ms.toFixed(3)).join("\t"));
}

const measures = {
  single: () => lasting(() => queue.add("b", payload, options), 1, 16),
  batch100: () => lasting(() => queue.addBulk(batchOf(100)), 100, 4),
  batch1000: () => lasting(() => queue.addBulk(batchOf(1000)), 1000, 4),
  async drain() {
    await preload();
    const begun = seconds();
    await work(count).all;
    console.log((count / (seconds() - begun)).toFixed(0));
  },
  async both() {
    const begun = seconds(), { all } = work(count);
    let left = count;
    await Promise.all(Array.from({ length: 16 }, async () => {
      while (left-- > 0) await queue.add("b", payload, options);
    }));
    await all;
    console.log((count / (seconds() - begun)).toFixed(0));
  },
  async pickup() {
    const samples = [];
    let arrived;
    const { worker } = work(count, () => arrived());
    await worker.waitUntilReady();
    for (let i = 0; i < count; i++) {
      const here = new Promise((done) => { arrived = done; });
      await pause(3 + Math.random() * 4);
      const begun = seconds();
      queue.add("b", payload, options);
      await here;
      samples.push((seconds() - begun) * 1e3);
    }
    printSamples(samples);
  },
  async precision() {
    const samples = [], now = Date.now();
    const { all } = work(count, (job) => samples.push(Date.now() - job.data.due));
    await queue.addBulk(Array.from({ length: count }, () => {
      const due = now + 1000 + Math.floor(Math.random() * 20000);
      const opts = { ...options, delay: due - Date.now() };
      return { name: "b", data: { ...payload, due }, opts };
    }));
    await all;
    printSamples(samples);
  },
  async future() {
    const begun = seconds(), day = 86400000;
    for (let i = 0; i < count; i += 1000)
      await queue.addBulk(batchOf(1000).map((job) => ({ ...job,
        opts: { ...options, delay: day + Math.floor(Math.random() * 30 * day) } })));
    console.log((count / (seconds() - begun)).toFixed(0));
  },
};

measures[measure]().then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
});
