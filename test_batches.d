test_batches.o: test/unit/engine/test_batches.c test/unit/engine/desk.h \
  src/model/journal.h src/base/buf.h src/base/err.h src/base/errors.def \
  src/base/types.h src/base/str.h src/base/uuid.h src/base/msec.h \
  src/model/names.h src/model/policy.h src/base/prng.h \
  src/model/errorclass.def src/model/gate.h src/model/gates.def \
  src/model/limits.def src/model/state.h src/model/states.def \
  src/server/pump.h src/engine/engine.h src/model/turn.h \
  src/base/arena.h src/model/action.h src/model/rows.h src/model/daily.h \
  src/model/dailies.def src/model/job.h src/calendar/dst.h \
  src/model/jobs.def src/model/lint.h src/model/things.def \
  src/model/whys.h src/model/whys.def src/model/change.h \
  src/model/command.h src/model/commands.def src/store/store.h \
  src/store/memory/memory.h

test/unit/engine/desk.h:

src/model/journal.h:

src/base/buf.h:

src/base/err.h:

src/base/errors.def:

src/base/types.h:

src/base/str.h:

src/base/uuid.h:

src/base/msec.h:

src/model/names.h:

src/model/policy.h:

src/base/prng.h:

src/model/errorclass.def:

src/model/gate.h:

src/model/gates.def:

src/model/limits.def:

src/model/state.h:

src/model/states.def:

src/server/pump.h:

src/engine/engine.h:

src/model/turn.h:

src/base/arena.h:

src/model/action.h:

src/model/rows.h:

src/model/daily.h:

src/model/dailies.def:

src/model/job.h:

src/calendar/dst.h:

src/model/jobs.def:

src/model/lint.h:

src/model/things.def:

src/model/whys.h:

src/model/whys.def:

src/model/change.h:

src/model/command.h:

src/model/commands.def:

src/store/store.h:

src/store/memory/memory.h:
