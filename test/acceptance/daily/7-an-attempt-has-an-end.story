# The hard end of an attempt is the tenant's; a failure, of whatever kind, does not end the day.
start 2026-03-02T06:00:00Z
windows acme timeout=2m
daily ann tenant=acme due=09:00
at 2h       lease w1 lease=10m
at 2h       expect-answer leased ann.1
at 2h2m     expect ann.1 queued outcome=timeout attempts=1 run_at=2h10m
at 2h2m     expect-days ann
at 2h10m    lease w1
at 2h10m    finish ann.1 fail class=validation
at 2h10m    expect-days ann
at 2h20m    lease w1
at 2h20m    finish ann.1 success
at 2h20m    expect-days ann 2026-03-02:success(3)
