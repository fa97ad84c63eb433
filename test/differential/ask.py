"""Asks belfry: many rules through one `next --batch`."""
import json
import os
import subprocess
import sys

BELFRY = os.environ.get("BELFRY_BIN", "build/belfry")
KEYS = ("id", "kind", "rule", "tz", "dtstart", "after", "count")


def line(case):
    return json.dumps({key: case[key] for key in KEYS if key in case})


def batch(cases):
    text = "".join(line(case) + "\n" for case in cases)
    process = subprocess.run([BELFRY, "next", "--batch"], input=text, capture_output=True,
                             encoding="utf-8", timeout=600, check=False)
    answers = [json.loads(answer) for answer in process.stdout.splitlines()]
    if len(answers) != len(cases):
        print(f"{len(cases)} lines, {len(answers)} answers, exit code {process.returncode}: "
              f"{process.stderr[:500]}")
        sys.exit(1)
    return answers
