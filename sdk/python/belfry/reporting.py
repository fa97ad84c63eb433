"""How a handler's end becomes a report."""

from __future__ import annotations

import traceback
from datetime import datetime, timezone
from typing import Any, Dict, Mapping, Optional

from .context import Context
from .errors import Defer, Fail, OutcomeError, RetryAfter, WorkerStopping

MESSAGE_MAX = 16_000
CLASS_MAX = 32


def error_of(error: BaseException) -> Dict[str, str]:
    name = error.error_class if isinstance(error, OutcomeError) else type(error).__name__
    stack = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return {
        "class": name[:CLASS_MAX],
        "message": str(error)[:MESSAGE_MAX],
        "stack": stack[-MESSAGE_MAX:],
    }


def is_bad(report: Mapping[str, Any]) -> bool:
    return bool(report.get("error", {}).get("class") == "bad_report")


def bad_report(execution_id: str, reason: str) -> Dict[str, Any]:
    """Says of a run whose report the server cannot take that it failed for good."""
    message = f"the report could not be sent: {reason}"[:MESSAGE_MAX]
    error = {"class": "bad_report", "message": message}
    return {"execution_id": execution_id, "outcome": "fail", "error": error}


def report_of(context: Context, failure: Optional[BaseException], result: Any) -> Dict[str, Any]:
    report: Dict[str, Any] = {"execution_id": context.execution_id, **context.extras}
    if failure is None:
        report["outcome"] = "noop" if context.is_noop else "success"
        if result is not None:
            report["result"] = result
    elif isinstance(failure, Defer):
        report.update(outcome="defer", defer_until=failure.until.isoformat())
    elif isinstance(failure, WorkerStopping):
        report.update(outcome="defer", defer_until=datetime.now(timezone.utc).isoformat())
    elif isinstance(failure, Fail):
        report.update(outcome="fail", error=error_of(failure))
    elif isinstance(failure, RetryAfter):
        report.update(
            outcome="retry",
            retry_after_ms=max(1, round(failure.seconds * 1000)),
            error=error_of(failure),
        )
    else:
        report.update(outcome="retry", error=error_of(failure))
    return report
