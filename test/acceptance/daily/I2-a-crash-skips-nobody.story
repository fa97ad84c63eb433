# I2: whoever is not finalized when the server starts again can be attempted under the same window.
start 2026-03-02T06:00:00Z
crash_check off
daily ann tenant=acme due=09:00
daily bob tenant=acme due=09:20
at 2h5m     crash for=30m
at 2h35m    lease w1 max=2 lease=5m
at 2h35m    expect-answer leased ann.1 bob.1
at 2h36m    crash for=1s
at 2h36m30s finish ann.1 success
at 2h36m30s expect-days ann 2026-03-02:success(1)
at 3h20m    expect-days bob 2026-03-02:cutoff_reached(1)
