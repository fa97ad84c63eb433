#!/bin/sh
# A worker of sh and curl: sh examples/workers/worker.sh TYPE COMMAND
# One run at a time; the lease is on COMMAND's standard input, its exit code says how the run ended.
# BELFRY_URL and BELFRY_TOKEN_FILE say where the server is, and as whom. ONCE=1: until none is left.
# SIGTERM: it finishes what it has and goes.
set -eu
api=${BELFRY_URL:-http://127.0.0.1:7654}/api/v1/scheduler/worker
me="\"worker_id\": \"sh-$$\", \"hostname\": \"$(uname -n)\""
wait_ms=20000
if [ "${ONCE:-}" ]; then wait_ms=0; fi
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
leaves=
# The server answers the call that waits.
trap 'leaves=yes; call lease "{$me, \"drain\": true}" >/dev/null' TERM

# The token goes by standard input: a command line can be seen by others.
call() {
	echo "Authorization: Bearer $(head -n 1 "$BELFRY_TOKEN_FILE")" |
		curl -sf -m 60 -H @- --json "$2" "$api/$1"
}

until [ "$leaves" ]; do
	call lease "{$me, \"types\": [\"$1\"], \"wait_ms\": $wait_ms}" >"$answer" &
	wait $! || wait $! # a signal ends the first
	lease=$(cat "$answer")
	case $lease in *'"drain":true'*) leaves=yes ;; esac
	execution=$(echo "$lease" | grep -o '"execution_id":"[^"]*"' || :)
	[ "$execution" ] || { [ "${ONCE:-}" ] && exit 0; continue; }
	if echo "$lease" | sh -c "$2" >&2; then outcome=success; else outcome=retry; fi
	call results "{\"worker_id\": \"sh-$$\",
		\"results\": [{$execution, \"outcome\": \"$outcome\"}]}" >/dev/null
done
