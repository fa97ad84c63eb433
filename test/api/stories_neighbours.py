"""A noisy tenant beside a quiet one: nobody starves, measures or breaks another. What is compared
is counted (rows, bytes, turns, places), never timed."""
from dialogue import Server, expect, story_alone


def sign_in(client, token):
    """A session of that token, as the Cookie field has it."""
    return client.post("session", {"token": token}, 201).header("Set-Cookie").split(";")[0]


def is_signed_in(client, jar):
    return client.ask("GET", "inbox", Cookie=jar).status != 401


@story_alone
def logins_of_one_person_leave_all_others_signed_in():
    with Server() as server:
        noisy, quiet = server.tenant(), server.tenant()
        browser = server.client()
        admin = sign_in(browser, server.token)
        neighbour = sign_in(browser, quiet.viewer.token)
        colleague = sign_in(browser, noisy.viewer.token)
        first = sign_in(browser, noisy.user.token)
        for _ in range(1100):
            last = sign_in(browser, noisy.user.token)
        for who, jar in (("admin", admin), ("neighbour", neighbour), ("colleague", colleague),
                         ("the last login", last)):
            expect(is_signed_in(browser, jar), f"{who} was signed out")
        expect(not is_signed_in(browser, first), "the person's oldest session is still there")


@story_alone
def logins_of_many_people_leave_other_tenants_signed_in():
    with Server() as server:
        noisy, quiet = server.tenant(), server.tenant()
        browser = server.client()
        admin = sign_in(browser, server.token)
        neighbour = sign_in(browser, quiet.viewer.token)
        tokens = [noisy.token("user", user_id=f"user-{number}")["token"] for number in range(80)]
        for token in tokens:
            for _ in range(16):
                last = sign_in(browser, token)
        for who, jar in (("admin", admin), ("neighbour", neighbour), ("the last login", last)):
            expect(is_signed_in(browser, jar), f"{who} was signed out")
