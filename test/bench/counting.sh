# Instructions of the engine, by callgrind: exact, and the same however busy the machine is. Sourced
# by scripts that have $folder, a folder of their own.

# counted LIVES PROGRAM ARGUMENT...: what engine_wants, engine_reserve and engine_step spend on one
# of so many lives that the program goes through.
counted() {
	counted_lives=$1
	shift
	valgrind --tool=callgrind --instr-atstart=no --toggle-collect=engine_wants \
		--toggle-collect=engine_reserve --toggle-collect=engine_step \
		--callgrind-out-file="$folder/out" "$@" >"$folder/said" 2>&1 ||
		{ cat "$folder/said" >&2; exit 1; }
	awk -v lives="$counted_lives" '/^totals:/ { printf "%d", $2 / lives; exit }' "$folder/out"
}
