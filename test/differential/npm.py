"""The npm libraries, asked in one node process each. Installed into build/npm, on demand only."""
import json
import os
import random
import shutil
import subprocess

import draw
import oracle

FOLDER = "build/npm"
PACKAGES = ["cronosjs", "rrule"]
AT_ONCE, SECONDS_MAX = 250, 30
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ask.mjs")


def installed():
    return all(os.path.isdir(os.path.join(FOLDER, "node_modules", name)) for name in PACKAGES)


def install():
    if not shutil.which("node") or not shutil.which("npm"):
        print("node or npm is not there: cronosjs and rrule are left out")
        return False
    if not installed():
        os.makedirs(FOLDER, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts",
                        "--prefix", FOLDER, *PACKAGES], check=True)
    return True


def ask_some(name, cases):
    """cronosjs searches for ever for some dates that never come, and nothing in its own process can
    stop it: then none of these cases has an answer."""
    text = "".join(json.dumps(case) + "\n" for case in cases)
    modules = {"NODE_MODULES": os.path.abspath(FOLDER)}
    try:
        process = subprocess.run(["node", SCRIPT, name], input=text, capture_output=True,
                                 timeout=SECONDS_MAX, encoding="utf-8", check=False,
                                 env=os.environ | modules)
    except subprocess.TimeoutExpired:
        return [None] * len(cases)
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    if len(answers) != len(cases):
        raise SystemExit(f"{name}: {len(answers)} answers to {len(cases)} rules: "
                         f"{process.stderr[:500]}")
    return [answer and (answer["next"], answer["all"]) for answer in answers]


def ask(name, cases):
    chunks = [cases[i:i + AT_ONCE] for i in range(0, len(cases), AT_ONCE)]
    return [answer for chunk in chunks for answer in ask_some(name, chunk)]


def cron_with_all_days(chance):
    """cronosjs knows what croniter does not: nW, LW, and # and L beside a day of the month. In a
    month without day n its nW is the last weekday, the policy has no run: not drawn above 28."""
    case = draw.cron_case(chance, "UTC")
    fields = case["rule"].split()
    day, weekday = len(fields) - 3, len(fields) - 1
    if chance.random() < 0.3:
        number = chance.randint(1, 28)
        fields[day] = chance.choice([f"{number}W", "LW", "L", f"{number},L"])
    if chance.random() < 0.3:
        number = chance.randint(0, 6)
        fields[weekday] = chance.choice([f"{number}#{chance.randint(1, 5)}", f"{number}L"])
    return case | {"rule": " ".join(fields)}


def is_for_rrule(case):
    """npm's rrule loses the beat of INTERVAL below a day where it skips an hour or a minute,
    repeats an instance that two of BYSETPOS name, and cannot be stopped while it finds nothing."""
    parts = dict(part.split("=") for part in case["rule"].split(";"))
    if parts["FREQ"] in draw.FREQS[:3] or "," in parts.get("BYSETPOS", ""):
        return False
    answer = oracle.expected(case)
    return answer is not None and len(answer[0]) == case["count"]


def compare(seed, rules):
    """(name, cases, results) for each library."""
    if not install():
        return
    chance = random.Random(seed + 1)
    crons = [cron_with_all_days(chance) | {"id": i} for i in range(rules // 4)]
    yield "cronosjs", crons, ask("cronosjs", crons)
    rrules = [draw.rrule_case(chance, "UTC") | {"id": i} for i in range(rules // 5)]
    rrules = [case for case in rrules if is_for_rrule(case)]
    yield "rrule", rrules, ask("rrule", rrules)
