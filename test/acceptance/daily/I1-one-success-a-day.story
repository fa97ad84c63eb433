# I1: a success settles the day. Nothing is attempted again that day, and a second word changes nothing.
start 2026-03-02T06:00:00Z
daily ann tenant=acme due=09:00
at 2h       lease w1 lease=5m
at 2h       expect-answer leased ann.1
at 2h       finish ann.1 success
at 2h1m     lease w2
at 2h1m     expect-answer empty
at 2h59m    lease w2
at 2h59m    expect-answer empty
at 3h       expect-days ann 2026-03-02:success(1)
at 4h       expect-days ann 2026-03-02:success(1)
