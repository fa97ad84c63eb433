"""Settings of the server: each changes what it says it changes."""
import datetime
import os
import re

from dialogue import (ROOT, Server, expect, expect_equal, expect_problem, stories, story,
                      story_alone, until)


def settings():
    """(variable, commands that take it), of every row of the table."""
    with open(os.path.join(ROOT, "src", "server", "config.def"), encoding="utf-8") as file:
        return re.findall(r'X\(\w+, +"(\w+)", +"[\w-]+", +([\w| ]+),', file.read())


# Which story or suite would fail if the setting did nothing.
TOLD_BY = {
    "BELFRY_CONFIG": "a_configuration_file_is_read", "BELFRY_DATA": "the_data_lie_in_their_folder",
    "BELFRY_STORE": "the_store_and_the_key_lie_where_they_are_told",
    "BELFRY_LISTEN": "a_server_listens_where_it_is_told",
    "BELFRY_TLS_CERT": "a_certificate_makes_every_connection_tls",
    "BELFRY_TLS_KEY": "a_certificate_makes_every_connection_tls",
    "BELFRY_TRUSTED_PROXIES": "a_declared_proxy_signs_people_in_by_its_header",
    "BELFRY_PROXY_USER_HEADER": "a_declared_proxy_signs_people_in_by_its_header",
    "BELFRY_PROXY_GROUPS_HEADER": "the_first_rule_of_a_persons_groups_gives_tenant_and_role",
    "BELFRY_PROXY_ROLES": "the_first_rule_of_a_persons_groups_gives_tenant_and_role",
    "BELFRY_KEY_FILE": "the_store_and_the_key_lie_where_they_are_told",
    "BELFRY_MEMORY_MB": "a_server_holds_as_many_runs_as_its_memory_says",
    "BELFRY_LOG": "each_request_stands_in_the_log_without_what_it_said",
    "BELFRY_LOG_REQUESTS": "requests_can_be_left_out_of_the_log",
    "BELFRY_LOG_FORMAT": "log_lines_are_text_where_the_setting_says_so",
    "BELFRY_HOSTS": "a_strangers_name_is_not_answered",
    "BELFRY_RETENTION": "test/acceptance/guild",
    "BELFRY_RETENTION_DEAD": "test/acceptance/guild",
    "BELFRY_RETENTION_JOURNAL": "the_journal_is_kept_as_long_as_its_setting_says",
    "BELFRY_RETENTION_LEDGER": "the_ledger_is_kept_as_long_as_its_setting_says",
    "BELFRY_RETENTION_INBOX": "notices_are_kept_as_long_as_their_setting_says",
    "BELFRY_RETENTION_STATS": "statistics_are_kept_as_long_as_their_setting_says",
    "BELFRY_RETENTION_AUDIT": "the_audit_is_kept_as_long_as_its_setting_says",
    "BELFRY_QUOTA_REQUESTS": "quotas_last_over_a_restart_and_the_servers_own_are_settings",
    "BELFRY_QUOTA_BYTES": "each_quota_of_the_server_has_its_setting",
    "BELFRY_QUOTA_RUNS": "quotas_last_over_a_restart_and_the_servers_own_are_settings",
    "BELFRY_QUOTA_JOBS": "each_quota_of_the_server_has_its_setting",
    "BELFRY_QUOTA_BATCHES": "each_quota_of_the_server_has_its_setting",
    "BELFRY_QUOTA_OPERATIONS": "each_quota_of_the_server_has_its_setting",
    "BELFRY_QUOTA_PAUSES": "each_quota_of_the_server_has_its_setting",
    "BELFRY_QUOTA_ALERT_RULES": "each_quota_of_the_server_has_its_setting",
    "BELFRY_QUOTA_RESTING_ALERTS": "each_quota_of_the_server_has_its_setting",
    "BELFRY_QUOTA_OPEN_EFFECTS": "each_quota_of_the_server_has_its_setting",
    "BELFRY_QUOTA_WAITING_TASKS": "each_quota_of_the_server_has_its_setting",
    "BELFRY_PROGRAMS": "test/handler", "BELFRY_WEBHOOK_ALLOW": "test/handler",
    "BELFRY_SMTP_URL": "test/handler", "BELFRY_SMTP_FROM": "test/handler",
    "BELFRY_SENTRY_DSN": "errors_are_reported_to_sentry_and_its_key_is_nobodys_to_see",
    "SCHEDULER_ENABLED": "a_scheduler_that_is_off_hands_nothing_out",
    "SCHEDULER_POLL_INTERVAL_MS": "a_server_looks_for_due_runs_as_often_as_it_is_told",
    "SCHEDULER_BATCH_SIZE": "a_restart_brings_due_runs_back_page_by_page",
    "SCHEDULER_QUEUES": "queues_and_weights_are_there_from_the_start",
    "SCHEDULER_QUEUE_WEIGHTS": "queues_and_weights_are_there_from_the_start",
    "SCHEDULER_LATE_START_MAX": "urgent_runs_that_begin_late_are_a_breach",
    "SCHEDULER_MAX_CONCURRENCY": "no_more_runs_are_held_than_may_be",
    "SCHEDULER_TICK_MS": "each_service_level_is_measured_and_breached_by_its_setting",
    "SCHEDULER_SLO_EVAL_MS": "each_service_level_is_measured_and_breached_by_its_setting",
    "SCHEDULER_SLO_WINDOW_MINUTES": "a_window_is_as_long_as_its_setting_says",
    "SCHEDULER_TICK_BUDGET_MS": "what_has_no_threshold_is_not_watched",
    "SCHEDULER_SAT_RATIO": "each_service_level_is_measured_and_breached_by_its_setting",
    "SCHEDULER_DEPTH_AVG_MAX": "each_service_level_is_measured_and_breached_by_its_setting",
    "SCHEDULER_JOB_P95_MAX_MS": "each_service_level_is_measured_and_breached_by_its_setting",
    "SCHEDULER_CUTOFF_RATE_MAX": "what_was_before_a_restart_is_in_the_window",
    "SCHEDULER_BREACH_CONSECUTIVE": "each_service_level_is_measured_and_breached_by_its_setting",
    "SCHEDULER_WINDOW_MINUTES": "test/acceptance/daily",
    "SCHEDULER_RETRY_DELAY_MINUTES": "test/acceptance/daily",
    "SCHEDULER_JOB_TIMEOUT_MS": "test/acceptance/daily",
    "SCHEDULER_WORKER_COUNT": "test/unit/server/test_service_handlers.c",
    "SCHEDULER_WORKER_ID": "test/unit/server/test_service_handlers.c",
    "SCHEDULER_LOCK_TTL_SECONDS": "the_profile_enterprise_leases_as_long_as_the_setting_says",
    "SCHEDULER_HEARTBEAT_INTERVAL_MS": "workers_are_told_to_beat_as_often_as_the_setting_says",
    "SCHEDULER_DEFAULT_MAX_RETRIES": "jobs_that_say_nothing_retry_as_the_settings_say",
    "REMINDER_DEFAULT_SNOOZE_MINUTES": "test/unit/engine/people/test_remind_act.c",
    "REMINDER_MAX_SNOOZE_COUNT": "test/unit/engine/people/test_remind_act.c",
    "SCHEDULER_DEFAULT_RETRY_DELAY_SECONDS": "jobs_that_say_nothing_retry_as_the_settings_say",
}


@story
def every_setting_of_the_server_has_its_story(server):
    names = {name for name, scopes in settings() if "SERVE" in scopes}
    expect(len(names) > 20, f"{names}")
    expect_equal(names - set(TOLD_BY), set(), "settings that no story tells of")
    known = {one.__name__ for one in stories}
    for name, where in TOLD_BY.items():
        there = where in known or os.path.exists(os.path.join(ROOT, where)) or " " in where
        expect(there, f"{name}: {where} is not there")


def job_of(tenant, **fields):
    body = {"code": "j", "handler": "h", "schedule_type": "MANUAL", **fields}
    return tenant.producer.post("jobs", body, 201).json


@story_alone
def jobs_that_say_nothing_retry_as_the_settings_say():
    with Server(SCHEDULER_DEFAULT_MAX_RETRIES="1",
                SCHEDULER_DEFAULT_RETRY_DELAY_SECONDS="600") as server:
        tenant = server.tenant()
        job = job_of(tenant)
        expect_equal((job["max_retries"], job["retry_delay_seconds"]), (1, 600))
        run = tenant.producer.post("jobs/j/run", {}, 201).json
        lease = tenant.lease()[0]
        tenant.report(lease["execution_id"], "retry")
        again = tenant.run(run["id"])
        expect_equal((again["max_attempts"], again["state"]), (2, "queued"))
        wait = until("it waits", lambda: tenant.viewer.get(f"queue/{run['id']}/why").json)
        expect_equal(wait["reasons"][0]["kind"], "backoff")
        waited = seconds_between(tenant.viewer.get(f"executions/{lease['execution_id']}").json
                                 ["completed_at"], again["run_at"])
        expect(600 * 0.59 < waited < 600 * 1.41, f"{waited} s")


def seconds_between(first, second):
    return (datetime.datetime.fromisoformat(second.replace("Z", "+00:00")) -
            datetime.datetime.fromisoformat(first.replace("Z", "+00:00"))).total_seconds()


@story_alone
def the_profile_enterprise_leases_as_long_as_the_setting_says():
    with Server(SCHEDULER_LOCK_TTL_SECONDS="120") as server:
        business, plain = server.tenant(profile="enterprise"), server.tenant()
        for tenant, lease_ms in ((business, 120000), (plain, 60000)):
            tenant.enqueue("a")
            expect_equal(tenant.lease()[0]["lease_ms"], lease_ms)


@story_alone
def workers_are_told_to_beat_as_often_as_the_setting_says():
    with Server(SCHEDULER_HEARTBEAT_INTERVAL_MS="7000") as server:
        body = {"worker_id": "w", "lease_ms": 300000}
        expect_equal(server.admin.post("worker/lease", body).json["renew_ms"], 7000)
        tenant = server.tenant()
        tenant.enqueue("a")
        answer = tenant.worker.post("worker/lease", {"worker_id": "w", "lease_ms": 9000}).json
        expect_equal(answer["renew_ms"], 3000)  # three fit into a lease


@story_alone
def a_scheduler_that_is_off_hands_nothing_out():
    with Server(SCHEDULER_ENABLED="false") as server:
        tenant = server.tenant()
        run = tenant.enqueue("a")
        expect_equal(tenant.lease(), [])
        expect_equal(tenant.state(run["id"]), "queued")


@story_alone
def queues_and_weights_are_there_from_the_start():
    with Server(SCHEDULER_QUEUES="default,fast", SCHEDULER_QUEUE_WEIGHTS="1,7") as server:
        queues = {one["name"]: one["weight"] for one in server.admin.get("queues").json["data"]}
        expect_equal(queues, {"default": 1, "fast": 7})
        refused = server.admin.ask("POST", "tasks", {"type": "a", "queue": "batch"})
        expect_problem(refused, 422, "invalid")


@story_alone
def no_more_runs_are_held_than_may_be():
    with Server(SCHEDULER_MAX_CONCURRENCY="2") as server:
        tenant = server.tenant()
        for _ in range(5):
            tenant.enqueue("a")
        expect_equal(len(tenant.lease(max_=5)), 2)


@story_alone
def a_restart_brings_due_runs_back_page_by_page():
    with Server(SCHEDULER_BATCH_SIZE="7") as server:
        tenant = server.tenant()
        tasks = [{"type": "a"}] * 50
        tenant.producer.post("tasks/bulk", {"tasks": tasks})
        server.stop()
        server.start()
        leases = []
        until("all come back", lambda: leases.extend(tenant.lease(max_=50)) or len(leases) >= 50)
        expect_equal(len({one["run_id"] for one in leases}), 50)


@story_alone
def what_cannot_be_seen_in_a_minute_is_checked_at_the_start():
    for name, bad, good in (("BELFRY_RETENTION", "10m", "7d"),
                            ("BELFRY_RETENTION_DEAD", "10m", "7d"),
                            ("BELFRY_RETENTION_JOURNAL", "10m", "7d"),
                            ("BELFRY_RETENTION_LEDGER", "10m", "500d"),
                            ("BELFRY_RETENTION_INBOX", "10m", "30d"),
                            ("BELFRY_RETENTION_STATS", "23h", "400d"),
                            ("BELFRY_RETENTION_AUDIT", "10m", "500d"),
                            ("SCHEDULER_POLL_INTERVAL_MS", "1", "500"),
                            ("SCHEDULER_BATCH_SIZE", "5000", "2000")):
        try:
            with Server(**{name: bad}):
                raise RuntimeError(f"{name}={bad} was taken")
        except AssertionError as refused:
            expect(name in str(refused), f"{refused}")
        with Server(**{name: good}) as server:
            server.admin.get("status")
