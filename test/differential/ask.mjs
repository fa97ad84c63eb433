// Asks one npm library: cases as JSON lines on stdin, {"next": [...], "all": bool} or null a line.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(process.env.NODE_MODULES + "/");
const show = (date) => date.toISOString().replace(".000Z", "Z");
const MILLISECONDS_MAX = 250;

function askCronos({ CronosExpression }, rule) {
  const expression = CronosExpression.parse(rule.rule, { timezone: "UTC" });
  const next = expression.nextNDates(new Date(rule.after), rule.count).map(show);
  return { next, all: next.length < rule.count };
}

// The library's dates are UTC; its BYSETPOS and week rules are dateutil's: draw.py's limits hold.
function askRrule({ rrulestr }, rule) {
  const start = rule.dtstart.replace(/[-:]/g, "");
  const set = rrulestr(`DTSTART:${start}Z\nRRULE:${rule.rule}`);
  const after = new Date(rule.after), next = [], begun = Date.now();
  let late = false;
  set.all((date) => {
    if (date > after) next.push(show(date));
    late = Date.now() - begun > MILLISECONDS_MAX;
    return next.length < rule.count && !late;
  });
  if (late && next.length === 0) return null;
  return { next: next.slice(0, rule.count), all: !late && next.length < rule.count };
}

const name = process.argv[2];
const library = require(name);
const ask = name === "rrule" ? askRrule : askCronos;
for await (const line of createInterface({ input: process.stdin })) {
  const rule = JSON.parse(line);
  let answer;
  try {
    answer = ask(library, rule);
  } catch (error) {
    // cronosjs refuses what never fires; so do we.
    const never = /never|no valid|impossible/i.test(error.message);
    answer = { next: never ? [] : [error.message], all: true };
  }
  console.log(JSON.stringify(answer));
}
