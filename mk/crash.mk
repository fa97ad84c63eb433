# What a 2xx is worth when the server is killed, the disk is full, the clock jumps (test/crash).
#
#   make crash [CYCLES=n] [SEED=n] [ONLY=word]   so many kills (300); a failure tells its seed
#   make race [ROUNDS=n]                         64 clients after one key, so many times (1,000)

CYCLES = 300
ROUNDS = 1000

.PHONY: crash race

GIVEN_SEED = $(if $(filter file undefined,$(origin SEED)),,$(SEED))

crash: all ## Kill the server CYCLES (300) times under load; nothing acknowledged may be lost
	@BELFRY_BIN='$(CURDIR)/$(BUILD)/belfry' CYCLES=$(CYCLES) SEED=$(GIVEN_SEED) \
		test/crash/run $(ONLY)

race: all ## Let 64 clients race for one key, ROUNDS (1000) times: one run each
	@BELFRY_BIN='$(CURDIR)/$(BUILD)/belfry' ROUNDS=$(ROUNDS) test/api/dialogues race
