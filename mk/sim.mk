# The simulator (test/sim): one program of many files, over the engine, the memory store and the
# pump.
#
#   make sim [SEED=n] [HOURS=n]   simulated hours from a seed on; one closing line
#   make mutants [ONLY=name]      deliberate bugs, each of which the simulator must catch

SEED  = 1
HOURS = 100

SIM_OBJECTS := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard test/sim/*.c))
# What no history may depend on: see test/sim/wraps.c.
SIM_WRAPPED = time clock_gettime gettimeofday timespec_get clock getrandom getentropy random \
	nanosleep usleep sleep socket connect open fopen pthread_create getenv

.PHONY: sim sim-tool mutants

sim: sim-tool ## Simulate HOURS (100) from SEED (1) on; tell what breaks
	@$(BUILD)/sim --seed $(SEED) --hours $(HOURS) --jobs 2

sim-tool: $(BUILD)/sim

mutants: ## Break the engine on purpose: the simulator must catch each
	@CC='$(CC)' test/sim/mutants/run $(ONLY)

$(BUILD)/sim: $(SIM_OBJECTS) $(BUILD)/libserver.a $(BUILD)/libengine.a $(BUILD)/libstore.a \
		$(BUILD)/libmodel.a $(BUILD)/libbase.a
	$(call say,LINK,$@)
	$(link) $(SIM_WRAPPED:%=-Wl,--wrap=%)
