"""Writes and delivers the news: NEWS_URL=... python3 worker.py

Handlers are coroutines: many people at once on one thread. None of them retries by itself, and none
looks at the clock: when to try again, and when it is too late, is the server's to say.
"""
import asyncio
import json
import os
import urllib.request

from belfry import RetryAfter, Worker

NEWS = os.environ["NEWS_URL"]
worker = Worker(concurrency=50)


def get(url):
    with urllib.request.urlopen(url, timeout=20) as answer:
        return json.load(answer)


@worker.handler("news.deliver")
async def deliver(context):
    user, date = context.payload["user_id"], context.payload["date"]
    loop = asyncio.get_running_loop()
    try:
        stories = await loop.run_in_executor(None, get, f"{NEWS}/{user}.json")
    except OSError as error:
        raise RetryAfter(0, f"no stories for {user}: {error}", "network") from error
    context.progress(50, f"{len(stories)} stories")

    async def send():
        with open("delivered.txt", "a", encoding="utf-8") as file:
            file.write(f"{date} {user} {'; '.join(stories)}\n")
        return {"stories": len(stories)}

    return await context.once_async("deliver", send)


@worker.handler("chat.reset")
async def reset_chat(context):
    """The day was closed without news: the next chat begins with nothing in mind."""
    with open("reset.txt", "a", encoding="utf-8") as file:
        file.write(f"{context.payload['user_id']}\n")


if __name__ == "__main__":
    asyncio.run(worker.run_async())
