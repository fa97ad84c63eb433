# The simulator (test/sim): one program of many files, over the engine, the memory store and the
# pump.
#
#   make sim [SEED=n] [HOURS=n] [STORE=kind]   simulated hours from a seed on; one closing line
#   make mutants [ONLY=name]                   deliberate bugs, each of which must be caught
#   make faults                                every point of every story of test/fault fails once

SEED  = 1
HOURS = 2000
STORE = memory

SIM_OBJECTS := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard test/sim/*.c))
# What no history may depend on: see test/sim/wraps.c.
SIM_WRAPPED = time clock_gettime gettimeofday timespec_get clock getrandom getentropy random \
	nanosleep usleep sleep socket connect open fopen pthread_create getenv

SIM_ARCHIVES = $(BUILD)/libpump.a $(BUILD)/libengine.a $(BUILD)/libstore.a $(BUILD)/libmodel.a \
	$(BUILD)/libcalendar.a $(BUILD)/libbase.a

.PHONY: sim sim-tool sim-commands mutants faults daily-proof

sim: sim-tool ## Simulate HOURS (2000) from SEED (1) on; tell what breaks
	@$(BUILD)/sim --seed $(SEED) --hours $(HOURS) --store $(STORE) --jobs $(JOBS)

sim-tool: $(BUILD)/sim

daily-proof: $(BUILD)/test/unit/engine/people/test_daily_people ## 10,000 people, 400 days
	@PEOPLE=1000 WORLDS=10 DAYS=400 SEED=$(SEED) TEST_DATA=test/data $<

mutants: ## Break the engine on purpose: the simulator must catch each
	@BUILD='$(BUILD)' CC='$(CC)' test/sim/mutants/run $(ONLY)

faults: $(BUILD)/test/fault/fault ## Let each write, sync, read and allocation fail, at every point
	@BUILD='$(BUILD)' JOBS='$(JOBS)' test/fault/run --whole

# How a mutant is built: one file is compiled, and linked before the archive that has the sound one.
sim-commands: sim-tool
	@echo "compile='$(CC) $(CPPFLAGS) $(CFLAGS)'"
	@echo "link='$(CC) $(CFLAGS) $(LDFLAGS) $(SIM_WRAPPED:%=-Wl,--wrap=%)'"
	@echo "objects='$(SIM_OBJECTS)'"
	@echo "archives='-Wl,--start-group $(SIM_ARCHIVES) -Wl,--end-group $(LDLIBS)'"
	@echo "unitlink='$(CC) $(CFLAGS) $(LDFLAGS)'"
	@echo "support='$(SUPPORT)'"
	@echo "unitarchives='-Wl,--start-group $(ARCHIVES) $(TIDY_ARCHIVE) -Wl,--end-group'"
	@echo "unitlibraries='$(LDLIBS) $(TEST_LDLIBS)'"

$(BUILD)/sim: $(SIM_OBJECTS) $(SIM_ARCHIVES)
	$(call say,LINK,$@)
	$(link) $(SIM_WRAPPED:%=-Wl,--wrap=%) $(LDLIBS)
