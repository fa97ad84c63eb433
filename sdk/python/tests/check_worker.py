"""Workers of this SDK for tools/worker-check: check_worker.py sync|async, with `--effects`."""

import asyncio
import sys

from belfry import Worker

worker = Worker(grace=20)


def append(payload):
    with open(payload["file"], "a", encoding="ascii") as file:
        file.write(f"{payload['n']}\n")
    return True


def is_there(payload):
    with open(payload["file"], encoding="ascii") as file:
        return f"{payload['n']}\n" in file.readlines() or None


def carry_out(context):
    payload = context.payload
    context.cancelled.wait(payload.get("seconds", 0))
    context.check()
    if "file" in payload:
        context.once("append", lambda: append(payload), check=lambda: is_there(payload))
    return {"seen": payload}


async def carry_out_async(context):
    payload = context.payload
    await asyncio.sleep(payload.get("seconds", 0))
    if "file" in payload:

        async def act():
            return append(payload)

        async def look():
            return is_there(payload)

        await context.once_async("append", act, check=look)
    return {"seen": payload}


if sys.argv[1] == "async":
    worker.handler("check")(carry_out_async)
    asyncio.run(worker.run_async())
else:
    worker.handler("check")(carry_out)
    worker.run()
