#!/bin/sh
# A worker of sh and curl: sh examples/workers/worker.sh TYPE COMMAND
#
# One run at a time. COMMAND gets the server's answer on its standard input: {"leases": [{"run_id":
# ..., "payload_text": ...}], ...}, the payload as a string. Its exit code says how the run ended: 0
# done, 75 try again, other failed. It is ended when the run is cancelled or its lease is lost.
# BELFRY_URL and BELFRY_TOKEN_FILE say where the server is, and as whom. WORKER_LEASE_MS: how long a
# lease lasts, WORKER_WAIT_MS: how long an idle call waits (30000). ONCE=1: until no run is left.
# SIGTERM or SIGINT: it finishes what it has and goes. The protocol is in doc/workers.md.
set -u
api=${BELFRY_URL:-http://127.0.0.1:7654}/api/v1/scheduler/worker
id="\"worker_id\": \"sh-$$\""
wait_ms=${WORKER_WAIT_MS:-30000}
if [ "${ONCE:-}" ]; then wait_ms=0; fi
wish="$id, \"hostname\": \"$(uname -n)\", \"types\": [\"$1\"]"
wish="$wish, \"payload_as\": \"text\", \"wait_ms\": $wait_ms"
if [ "${WORKER_LEASE_MS:-}" ]; then wish="$wish, \"lease_ms\": $WORKER_LEASE_MS"; fi
work=$(mktemp -d)
leaves= pause=1
trap 'rm -rf "$work"' EXIT
# The server answers the call that waits.
trap 'leaves=yes; call_once lease "{$id, \"drain\": true}" "$work/drain" >/dev/null' TERM INT

# call_once ROUTE BODY FILE: the answer goes to FILE, the status to standard output. The token goes
# by a configuration on standard input: a command line can be seen by others.
call_once() {
	printf 'header = "Authorization: Bearer %s"\n' "$(head -n 1 "$BELFRY_TOKEN_FILE")" |
		curl -s -m $((wait_ms / 1000 + 30)) -K - -o "$3" -D "$3.head" -w '%{http_code}' \
			-H 'Content-Type: application/json' --data-binary "$2" "$api/$1"
}

# attend PID: waits for it, also past signals; its exit code. What takes long runs in the
# background, so that a signal is heard at once.
attend() {
	while :; do
		wait "$1"
		code=$?
		if [ "$code" -le 128 ] || ! kill -0 "$1" 2>/dev/null; then return "$code"; fi
	done
}

# call ROUTE BODY FILE: fails when the server is away or busy, after the pause that it asks for.
call() {
	call_once "$@" >"$3.status" &
	attend $!
	status=$(cat "$3.status")
	case $status in
	2??) pause=1; return 0 ;;
	000 | 408 | 425 | 429 | 5??) ;;
	*) echo "$1: $status: $(cat "$3")" >&2; exit 1 ;;
	esac
	echo "$1: $status; trying again" >&2
	after=$(sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9][0-9]*\).*/\1/p' "$3.head" 2>/dev/null)
	if [ "${after:-0}" -lt "$pause" ]; then after=$pause; fi
	pause=$((pause < 16 ? pause * 2 : 30))
	sleep "$after" &
	wait $!
	return 1
}

# member NAME FILE: the first text or number of that name. Payloads are strings here: no name in
# them has plain quotes around it, so none is taken for the server's own.
member() {
	grep -o "\"$1\":\"\\{0,1\\}[^\",}]*" "$2" | head -n 1 | sed 's/^[^:]*:"\{0,1\}//'
}

# keep EXECUTION PID SECONDS: extends the lease; ends the command once the run is not ours any more,
# or twice nobody could be asked: then the lease ends before it could be extended again.
keep() {
	failed=0
	while sleep "$3"; do
		beat="{$id, \"executions\": [{\"execution_id\": \"$1\"}]}"
		status=$(call_once heartbeat "$beat" "$work/beat")
		if [ "$status" = 200 ] && grep -q "\"extended\":\\[\"$1\"" "$work/beat"; then
			failed=0
			continue
		fi
		failed=$((failed + 1))
		if [ "$status" != 200 ] && [ "$failed" -lt 2 ]; then continue; fi
		touch "$work/lost"
		kill -s TERM -- "-$2"
		sleep 5
		kill -s KILL -- "-$2"
		return
	done
}

# carry_out FILE: the lease in it.
carry_out() {
	execution=$(member execution_id "$1")
	lease_ms=$(member lease_ms "$1")
	rm -f "$work/lost"
	setsid sh -c "$2" <"$1" >&2 &
	command=$!
	renew=$((lease_ms / 3000 > 0 ? lease_ms / 3000 : 1))
	keep "$execution" "$command" "$renew" >/dev/null 2>&1 &
	keeper=$!
	attend "$command"
	case $? in
	0) outcome='"success"' ;;
	75) outcome='"retry", "error": {"class": "exit", "message": "exit code 75"}' ;;
	*) outcome='"fail", "error": {"class": "exit", "message": "the command failed"}' ;;
	esac
	kill "$keeper" 2>/dev/null
	if [ -e "$work/lost" ]; then return; fi
	result="{\"execution_id\": \"$execution\", \"outcome\": $outcome}"
	tries=0
	until call results "{$id, \"results\": [$result]}" "$work/answer"; do
		tries=$((tries + 1))
		if [ "$leaves" ] && [ "$tries" -ge 5 ]; then return; fi
	done
}

until [ "$leaves" ]; do
	call lease "{$wish}" "$work/lease" || continue
	if grep -q '"drain":true' "$work/lease"; then leaves=yes; fi
	if [ "$(member execution_id "$work/lease")" ]; then carry_out "$work/lease" "$2"
	elif [ "${ONCE:-}" ]; then break; fi
done
exit 0
