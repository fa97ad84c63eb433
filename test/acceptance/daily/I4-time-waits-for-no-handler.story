# I4: an attempt that never ends holds nobody up: others begin and are finalized at their instants.
start 2026-03-02T06:00:00Z
daily ann tenant=acme due=09:00
daily bob tenant=acme due=09:01
daily cat tenant=acme due=09:02
at 2h       lease w1 lease=10m
at 2h       expect-answer leased ann.1
at 2h1m     lease w2
at 2h1m     expect-answer leased bob.1
at 2h1m     finish bob.1 success
at 2h5m     beat ann.1
at 3h       expect-days ann 2026-03-02:cutoff_reached(1)
at 3h1m     expect-days bob 2026-03-02:success(1)
at 3h2m     expect-days cat 2026-03-02:cutoff_reached
