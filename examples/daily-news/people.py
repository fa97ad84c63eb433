"""Who gets the news, and by when: python3 people.py TENANT USER=HH:MM...   (UTC)"""
import sys

from belfry import Client

client = Client()
tenant, *people = sys.argv[1:]

# The hour before the due time is the window: an attempt, and another one ten minutes after each
# that fails. At the due time the day is closed; whoever got nothing starts the next chat afresh.
daily = {"type": "news.deliver", "window_minutes": 60, "retry_delay_minutes": 10,
         "on_cutoff": "chat.reset"}
client.put("/tenants/{id}/settings", {"daily": daily}, id=tenant)
for person in people:
    user, due_time = person.split("=")
    body = {"due_time": due_time, "timezone": "UTC"}
    client.put("/daily/{user_id}", body, user_id=user, query={"tenant_id": tenant})
