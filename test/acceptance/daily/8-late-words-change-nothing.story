# The cutoff is hard: a success behind it is told so and only logged; the hook of the cutoff makes its task once.
start 2026-03-02T06:00:00Z
windows acme on_cutoff=chat.reset
daily ann tenant=acme due=09:00
at 2h58m    lease w1 lease=5m
at 2h58m    expect-answer leased ann.1
at 2h59m    beat ann.1
at 3h       expect-days ann 2026-03-02:cutoff_reached(1)
at 3h1m     finish ann.1 success
at 3h1m     expect-answer cancelled
at 3h1m     expect-days ann 2026-03-02:cutoff_reached(1)
at 3h1m     lease w2 types=chat.reset
at 3h1m     expect-answer leased ann.2
at 3h1m     finish ann.2 success
at 3h2m     lease w2 types=chat.reset
at 3h2m     expect-answer empty
at 26h      lease w1
at 26h      finish ann.3 success
at 27h      lease w2 types=chat.reset
at 27h      expect-answer empty
at 27h      expect-days ann 2026-03-02:cutoff_reached(1) 2026-03-03:success(1)
