# Who is under way is not enqueued again, also when the delay is over; afterwards at once.
start 2026-03-02T06:00:00Z
type acme/daily.run timeout=30m
daily ann tenant=acme due=09:00
at 2h       lease w1 lease=10m
at 2h       expect-answer leased ann.1
at 2h9m     beat ann.1
at 2h12m    lease w2
at 2h12m    expect-answer empty
at 2h15m    finish ann.1 fail class=validation
at 2h15m    expect ann.1 queued attempts=1 run_at=2h15m
at 2h15m    lease w2
at 2h15m    expect-answer leased ann.1
