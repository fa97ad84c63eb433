# `make` builds build/belfry, `make run` shows it, `make test` proves it, `make help` lists more.
#
# Every src/<folder> becomes an archive; the binary is src/main/main.c and those archives. Nothing
# is listed by hand: a new file is found, a new folder is a new archive. Variables to set:
#   CC=gcc|clang   SAN=address|undefined|both|thread   V=1 (show commands)   JOBS=n
#   DESTDIR, PREFIX

CC      = gcc
AR      = ar
PREFIX  = /usr/local
JOBS   := $(shell nproc 2>/dev/null || echo 2)
SHARE   = $(DESTDIR)$(PREFIX)/share
COMPLETIONS = bash-completion/completions/belfry zsh/site-functions/_belfry \
	fish/vendor_completions.d/belfry.fish
SECONDS = 10
LEVEL   = test

LIBRARIES = jansson libxxhash inih sqlite3 libevent_core libevent_openssl openssl libcurl libidn2
LIBRARIES += yaml-0.1
# Has no .pc file.
PLAIN_LIBRARIES = http_parser
TEST_LIBRARIES = cmocka

# --- variants: each has a folder of its own, so they never mix -----------------------------------
# "fuzz" and "cover" are used by the targets of that name. "light" is what `make test` has: with one
# set of objects for the unit tests and the fuzzers, which find their way by fewer marks.
SAN =
SAN_FLAGS_address   = -O1 -fsanitize=address -fno-omit-frame-pointer
SAN_FLAGS_undefined = -O1 -fsanitize=undefined -fno-sanitize-recover=all
SAN_FLAGS_thread    = -O0 -g1 -fsanitize=thread
SAN_FLAGS_both      = -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
SAN_FLAGS_fuzz      = $(SAN_FLAGS_both) $(CLANG_FLAGS) -fsanitize=fuzzer-no-link
SAN_FLAGS_light     = $(SAN_FLAGS_both) $(CLANG_FLAGS) \
	-fsanitize-coverage=inline-8bit-counters,pc-table
# What gcc judges better.
CLANG_FLAGS = -Wno-missing-field-initializers -Wno-string-concatenation
SAN_FLAGS_cover     = --coverage -O0
SAN_KNOWN = address undefined both thread fuzz light cover
ifneq ($(SAN),$(filter $(SAN_KNOWN),$(SAN)))
$(error SAN=$(SAN) is not known; it may be address, undefined, both or thread)
endif
SAN_FLAGS := $(SAN_FLAGS_$(SAN)) $(if $(SAN:cover=),-DBELFRY_SANITIZED)
BUILD := build$(if $(filter cover,$(SAN)),/cover,$(if $(SAN),/san-$(SAN)))

# --- flags ---------------------------------------------------------------------------------------
WARNINGS = -Wall -Wextra -Wconversion -Wshadow -Wvla -Wswitch-enum -Wstrict-prototypes \
	-Wmissing-prototypes -Werror

# $(call accepted,FLAGS): FLAGS if this compiler takes them, else nothing.
hash := \#
accepted = $(shell echo '$(hash)include <stdlib.h>' | $(CC) -O2 -Werror $(1) -x c -fsyntax-only - \
	2>/dev/null && echo '$(1)')
# One set of objects serves the binary and the library: what is not declared for export is hidden,
# so that it costs no detour. The library has no other variants.
POSITION_FREE := $(if $(SAN),-fPIE,-fPIC -fvisibility=hidden)
HARDENING := -fstack-protector-strong $(POSITION_FREE) $(call accepted,-fcf-protection)
ifeq ($(SAN),)
FORTIFY := $(call accepted,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
HARDENING += $(or $(FORTIFY),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
endif

pkg = $(shell pkg-config $(1) 2>/dev/null)
CPPFLAGS := -D_XOPEN_SOURCE=700 -Isrc $(call pkg,--cflags $(LIBRARIES))
BESIDE   := -Iinclude -Itools -Itest -Itest/unit
CFLAGS   := -std=c17 -O2 -g -ffile-prefix-map=$(CURDIR)=. $(WARNINGS) $(HARDENING) $(SAN_FLAGS)
LDFLAGS  := -pie -Wl,-z,relro,-z,now,-z,noexecstack $(SAN_FLAGS)
LDLIBS   := $(call pkg,--libs $(LIBRARIES)) $(PLAIN_LIBRARIES:%=-l%)
TEST_LDLIBS := $(call pkg,--libs $(TEST_LIBRARIES))

# --- what there is -------------------------------------------------------------------------------
SOURCES := $(shell find src -name '*.c' 2>/dev/null | LC_ALL=C sort)
HEADERS := $(shell find include src tools test -name '*.h' 2>/dev/null | LC_ALL=C sort)
MAIN    := src/main/main.c
LAYERS  := $(sort $(foreach file,$(SOURCES),$(word 2,$(subst /, ,$(file)))))
ARCHIVES := $(LAYERS:%=$(BUILD)/lib%.a)
TIDY_SOURCES := $(wildcard tools/tidy/*.c)
TIDY_ARCHIVE := $(BUILD)/libtidy.a
SUPPORT := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard test/unit/support/*.c) test/sim/vfs.c \
	test/sim/almanac.c)
# Unit tests and the conformance tests of stores are joined into one program, which is linked once;
# each can also be built alone, as build/test/unit/base/test_str. Elsewhere below test/ a C file
# with a main is a program, linked with the other C files of its folder.
UNIT_SOURCES := $(shell find test/unit test/conformance -name 'test_*.c')
UNITS   := $(patsubst test/%.c,$(BUILD)/units.d/%.o,$(UNIT_SOURCES:test/unit/%=test/%))
NOT_SUITES = test/unit/% test/conformance/% test/fuzz/% test/bench/% test/sim/%
SUITE_SOURCES := $(filter-out $(NOT_SUITES),$(wildcard test/*/*.c))
SUITE_MAINS := $(if $(SUITE_SOURCES),$(shell grep -lw '^int main' $(SUITE_SOURCES)))
# What has threads, and runs under the thread sanitizer.
RACERS  = test/unit/pump/test_pump_thread test/unit/embed/test_threads
BENCHES := $(patsubst test/bench/%.c,$(BUILD)/bench/%,$(wildcard test/bench/bench_*.c))
FUZZERS := $(patsubst test/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard test/fuzz/fuzz_*.c))

object  = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
ifeq ($(V),)
Q = @
say = @printf '  %-5s %s\n' $(1) $(2)
endif

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(JOBS)
endif

# --- targets -------------------------------------------------------------------------------------
.PHONY: all run test check suites tests suite-programs sanitized units tidy tidy-tool headers \
	format format-check fuzz \
	fuzzers bench bench-engine bench-files bench-jobs bench-core bench-start bench-gates \
	bench-keys bench-server bench-compare benches \
	cover man pages graph web web-types \
	install clean deps help FORCE

all: $(BUILD)/belfry library ## Build the binary, build/belfry, and the library, build/libbelfry.*

run: ## Build and start a demo (installs what is missing); Ctrl-C ends it, nothing stays
	@tools/install-packages build
	@$(MAKE) all
	@exec $(BUILD)/belfry demo $(DEMO)

test: ## Run every suite (installs what is missing)
	@tools/install-packages build test fuzz
	@$(MAKE) suites LEVEL=test

check: ## Run the fast suites as far as something changed; ALL=1 runs all
	@$(MAKE) suites LEVEL=check

# At level test the unit tests run under the sanitizers alone, with a build of their own, which is
# made only where a chosen suite runs it.
SANITIZED_SUITES = sanitize fuzz
WANTS_SANITIZED = $(if $(strip $(SUITES)),$(filter $(SANITIZED_SUITES),$(SUITES)),yes)
suites: all $(if $(filter test,$(LEVEL)),suite-programs $(if $(WANTS_SANITIZED),sanitized),tests) \
	tidy-tool headers
	@BUILD=$(BUILD) CC='$(CC)' JOBS=$(JOBS) tools/run-suites $(LEVEL) $(SUITES)

tests: units suite-programs

# What the suites sanitize and fuzz run; made here, so that they do not get in each other's way.
sanitized: suite-programs
	@$(MAKE) SAN=light CC=clang all units fuzzers build/san-light/sim
	@$(MAKE) SAN=thread $(RACERS:%=build/san-thread/%)

suite-programs: $(SUITE_MAINS:%.c=$(BUILD)/%) $(BUILD)/bench/bench_engine

units: $(BUILD)/units

tidy: tidy-tool headers ## Check layers, banned calls and sizes; report them
	@$(BUILD)/tidy --report --symbols $(BUILD)/engine.symbols

tidy-tool: $(BUILD)/tidy $(BUILD)/engine.symbols

headers: $(HEADERS:%=$(BUILD)/headers/%.ok)

format: ## Format include, src, test and tools in place
	@find include src test tools -name '*.[ch]' | xargs clang-format -i

format-check: ## Say which files are not formatted
	@find include src test tools -name '*.[ch]' | xargs clang-format --dry-run --Werror

fuzz: ## Fuzz each target for SECONDS (10); ONLY=cron picks one
	@command -v clang >/dev/null || tools/install-packages --check fuzz
	@$(MAKE) fuzzers SAN=fuzz CC=clang
	@tools/run-fuzzers build/san-fuzz/fuzz $(SECONDS) $(ONLY)

fuzzers: $(FUZZERS)

bench: benches all ## Measure; only ratios within one run count
	@if [ -x test/bench/run ]; then \
		BUILD=$(BUILD) BELFRY_BIN=$(CURDIR)/$(BUILD)/belfry test/bench/run; \
	else \
		for bench in $(BENCHES); do $$bench || exit 1; done; \
	fi

bench-engine: benches ## Measure what deciding costs, in time and instructions
	@BUILD=$(BUILD) test/bench/engine

bench-files: $(BUILD)/bench/bench_engine ## Count the engine's files that one plain task enters
	@BUILD=$(BUILD) test/bench/files

bench-jobs: benches ## Measure what a minute of MANY (1000000) jobs costs, in instructions
	@BUILD=$(BUILD) test/bench/jobs

bench-core: benches ## Measure whole lives through pump and SQLite, with FUTURE (1000000) runs
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BUILD)/bench/bench_core "$$folder" $(FUTURE) $(KEYS)

bench-keys: benches ## Measure what KEYS (span) cost, beside FUTURE (0) runs, by CPU and bytes
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BUILD)/bench/bench_core "$$folder" keyed $(or $(FUTURE),0) $(or $(KEYS),span)

bench-start: benches ## Measure a start with DUE (1000000) due runs
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		$(BUILD)/bench/bench_core "$$folder" due $(or $(DUE),1000000)

bench-gates: benches all ## Measure what limits and gates cost that hold nothing back
	@BUILD=$(BUILD) test/bench/gates
	@BUILD=$(BUILD) MEASURES= PEERS=0 PLAIN=0 FUTURE=0 LISTENERS=0 test/bench/server

bench-server: benches all ## Measure the server beside others (which it installs)
	@BUILD=$(BUILD) test/bench/server

bench-compare: benches all ## Measure the tree beside the commit OLD, both in turns
	@BUILD=$(BUILD) test/bench/compare '$(OLD)'

benches: $(BENCHES)

PAGES = $(patsubst %,$(BUILD)/test/unit/%,api/test_describe model/test_state observe/test_metrics \
	observe/test_log)
pages: $(PAGES) ## Write the pages and the description of doc/ that are made from tables
	@for test in $(PAGES); do WRITE_PAGES=1 $$test >/dev/null 2>&1 || $$test || exit 1; done
	@tools/job-schema
	@tools/catalog-page

graph: all ## Draw which folder includes and calls which: doc/internals/folders.md
	@tools/draw-folders $(BUILD)

cover: ## Line and branch coverage of the unit tests, by folder
	@$(MAKE) SAN=cover units all tidy-tool
	@tools/cover build/cover $(JOBS)

man: $(BUILD)/man/belfry.1 ## Make the manual pages, in build/man

$(BUILD)/man/belfry.1: $(BUILD)/belfry
	$(call say,MAN,$(@D))
	$(Q)$< man --write $(@D)

npm-ready = { [ node_modules/.package-lock.json -nt package-lock.json ] || \
	npm ci --loglevel=error; }

web: ## Build web/dist from web/src (needs npm; the binary does not)
	@cd web && $(npm-ready) && npm run --silent check && npm run --silent build

web-types: ## Write the dashboard's types from doc/openapi.json
	@cd web && $(npm-ready) && npm run --silent types

install: all man install-library ## Install it all: binary, library, manual pages, completion
	install -D -m 755 $(BUILD)/belfry $(DESTDIR)$(PREFIX)/bin/belfry
	install -d $(SHARE)/man/man1 $(SHARE)/man/man5
	install -m 644 $(BUILD)/man/*.1 $(SHARE)/man/man1
	install -m 644 $(BUILD)/man/*.5 $(SHARE)/man/man5
	install -d $(dir $(COMPLETIONS:%=$(SHARE)/%))
	set -e; for file in $(COMPLETIONS); do \
		shell=$${file%%/*}; shell=$${shell%-completion}; \
		$(BUILD)/belfry completion $$shell > $(SHARE)/$$file; \
	done

clean: ## Remove everything that was built
	rm -rf build

deps: ## Install the Debian packages that are missing
	@tools/install-packages build test fuzz cover format

help: ## Print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' \
		Makefile mk/*.mk
	@sed -n 's/^#   CC=/  variables: CC=/p' Makefile

# --- rules ---------------------------------------------------------------------------------------
# Everything depends on this stamp: other flags or another compiler rebuild what they must. It is
# also where a missing library is named, before the compiler can complain about its header.
$(BUILD)/flags: FORCE
	@command -v $(firstword $(CC)) pkg-config >/dev/null && pkg-config --exists $(LIBRARIES) \
		|| tools/install-packages --check build
	@mkdir -p $(@D)
	@echo '$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)' | cmp -s - $@ \
		|| echo '$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)' > $@

# The dashboard's files stand in the program as they are and compressed.
WEB_FILES := $(wildcard web/dist/*)
WEB_PACKED := $(WEB_FILES:web/dist/%=$(BUILD)/web/%.gz)
$(BUILD)/obj/src/api/route_page.o: private CPPFLAGS += -DWEB_PACKED='"$(BUILD)/web/"'
$(BUILD)/obj/src/api/route_page.o: $(WEB_FILES) $(WEB_PACKED)
$(BUILD)/web/%.gz: web/dist/%
	@mkdir -p $(@D)
	$(Q)gzip -9nc $< > $@

$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# A test runs once for each time it is compiled: optimizing it takes longer than it saves, and so
# does looking for more than wrong addresses in what only calls what is tested.
TEST_FLAGS_light = -fno-sanitize=undefined -fno-sanitize-coverage=inline-8bit-counters,pc-table
TEST_FLAGS = -O0 -U_FORTIFY_SOURCE $(TEST_FLAGS_$(SAN))
$(BUILD)/obj/test/unit/%.o $(BUILD)/obj/test/conformance/%.o: private CFLAGS += $(TEST_FLAGS)

# private: the flags stamp, which these need too, must not inherit it.
$(BUILD)/obj/tools/%.o $(BUILD)/obj/test/%.o: private CPPFLAGS += $(BESIDE)

# One file knows the version, so that a commit rebuilds one file.
VERSION_FLAGS := -DBELFRY_VERSION='"$(shell cat VERSION)"' \
	-DBELFRY_COMMIT='"$(shell git describe --always --dirty --exclude='*' 2>/dev/null)"'
$(BUILD)/obj/src/server/version.o: private CPPFLAGS += $(VERSION_FLAGS)
$(BUILD)/obj/src/server/version.o: $(BUILD)/version
$(BUILD)/version: FORCE
	@mkdir -p $(@D)
	@echo "$(VERSION_FLAGS)" | cmp -s - $@ || echo "$(VERSION_FLAGS)" > $@

# The description of the API is served as it stands in doc, and compressed.
$(BUILD)/openapi.json.gz: doc/openapi.json
	$(call say,GZIP,$<)
	@mkdir -p $(@D)
	$(Q)gzip -9nc $< > $@
$(BUILD)/obj/src/api/route_description.o: doc/openapi.json $(BUILD)/openapi.json.gz
$(BUILD)/obj/src/api/route_description.o: private CFLAGS += -Wa,-I$(BUILD)

# Data that is built in: a change of it rebuilds what holds it.
$(BUILD)/obj/src/api/catalog.o: catalog/templates.json catalog/profiles.json catalog/types.json \
	catalog/rules.json
$(BUILD)/obj/src/api/examples.o: catalog/examples.json
$(BUILD)/obj/src/demo/demo_seed.o: catalog/demo.json

# An archive is made anew, so that an object whose source is gone does not stay in it.
$(foreach layer,$(LAYERS),$(eval $(BUILD)/lib$(layer).a: \
	$(call object,$(filter-out $(MAIN),$(filter src/$(layer)/%,$(SOURCES))))))
$(TIDY_ARCHIVE): $(call object,$(filter-out tools/tidy/main.c,$(TIDY_SOURCES)))
$(ARCHIVES) $(TIDY_ARCHIVE): $(BUILD)/files
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcsD $@ $(filter %.o,$^)

# Changes when a source file appears or goes.
$(BUILD)/files: FORCE
	@mkdir -p $(@D)
	@echo '$(SOURCES) $(TIDY_SOURCES)' | cmp -s - $@ || echo '$(SOURCES) $(TIDY_SOURCES)' > $@

link = $(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) \
	-Wl,--start-group $(filter %.a,$^) -Wl,--end-group

$(BUILD)/belfry: $(call object,$(MAIN)) $(ARCHIVES)
	$(call say,LINK,$@)
	$(link) $(LDLIBS)

# Who calls whom in the engine; tidy holds it against tools/tidy/folders.def.
$(BUILD)/engine.symbols: $(call object,$(filter src/engine/%,$(SOURCES))) $(BUILD)/files
	@nm -A $(filter %.o,$^) /dev/null > $@ 2>/dev/null || true

$(BUILD)/tidy: $(call object,tools/tidy/main.c) $(TIDY_ARCHIVE) $(BUILD)/libbase.a
	$(call say,LINK,$@)
	$(link)

# Tests with threads reach few layers; the thread sanitizer's variant is built for them alone.
TESTED_thread = $(patsubst %,$(BUILD)/lib%.a,embed pump host engine store model calendar base) \
	$(call object,src/api/json.c src/api/plain.c)
TESTED = $(or $(TESTED_$(SAN)),$(ARCHIVES) $(TIDY_ARCHIVE))
$(BUILD)/test/%: $(BUILD)/obj/test/%.o $(SUPPORT) $(TESTED)
	$(call say,LINK,$@)
	$(link) $(LDLIBS) $(TEST_LDLIBS)

join-unit = $(Q)mkdir -p $(@D) && objcopy --redefine-sym \
	main=$(subst /,_,$(@:$(BUILD)/units.d/%.o=%)) $< $@
$(BUILD)/units.d/%.o: $(BUILD)/obj/test/unit/%.o
	$(join-unit)
$(BUILD)/units.d/conformance/%.o: $(BUILD)/obj/test/conformance/%.o
	$(join-unit)

$(BUILD)/units.c: tools/join-units $(UNITS)
	$(Q)$< > $@

$(BUILD)/obj/units.o: $(BUILD)/units.c
	$(Q)$(CC) $(CFLAGS) -c -o $@ $<

$(BUILD)/units: $(BUILD)/obj/units.o $(UNITS) $(SUPPORT) $(ARCHIVES) $(TIDY_ARCHIVE)
	$(call say,LINK,$@)
	@echo '$^' > $@.from
	$(link) $(LDLIBS) $(TEST_LDLIBS)

beside = $(filter-out $(SUITE_MAINS),$(filter $(dir $(1))%,$(SUITE_SOURCES)))
$(foreach main,$(SUITE_MAINS),$(eval $(BUILD)/$(main:.c=): $(call object,$(call beside,$(main)))))

$(BUILD)/bench/%: $(BUILD)/obj/test/bench/%.o $(ARCHIVES)
	$(call say,LINK,$@)
	$(link) $(LDLIBS)

$(BUILD)/fuzz/%: $(BUILD)/obj/test/fuzz/%.o $(ARCHIVES)
	$(call say,LINK,$@)
	$(link) -fsanitize=fuzzer $(LDLIBS)

# A header must stand alone.
$(BUILD)/headers/%.ok: % $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(BESIDE) $(CFLAGS) -fsyntax-only -include $< -x c /dev/null \
		-MMD -MP -MT $@ -MF $(@:.ok=.d)
	@touch $@

-include $(shell find $(BUILD)/obj $(BUILD)/headers -name '*.d' 2>/dev/null)

-include mk/library.mk
-include mk/sim.mk
-include mk/crash.mk
