# I5: a claim alone writes nothing to the record; after a crash the attempt may be made twice, and is never left out.
start 2026-03-02T06:00:00Z
crash_check off
daily ann tenant=acme due=09:00
at 2h       lease w1
at 2h       expect-answer leased ann.1
at 2h       expect-days ann
at 2h10s    crash for=20m
at 2h25m    expect-days ann
at 2h25m    lease w2
at 2h25m    expect-answer leased ann.1
at 2h25m    finish ann.1 success
at 2h25m    expect-days ann 2026-03-02:success(2)
