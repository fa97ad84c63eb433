# I3: no more attempts at once than the limit; a place that comes free goes to the next.
start 2026-03-02T06:00:00Z
type acme/daily.run limit=2
daily ann tenant=acme due=09:00
daily bob tenant=acme due=09:01
daily cat tenant=acme due=09:02
at 2h2m     lease w1 max=5 lease=5m
at 2h2m     expect-answer leased ann.1 bob.1
at 2h3m     lease w2 max=5
at 2h3m     expect-answer empty
at 2h4m     finish ann.1 success
at 2h4m     lease w2 max=5
at 2h4m     expect-answer leased cat.1
