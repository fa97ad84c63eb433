# I6: by the cutoff there is exactly one end of the day: success if an attempt succeeded, else cutoff_reached.
start 2026-03-02T06:00:00Z
daily ann tenant=acme due=09:00
daily bob tenant=acme due=09:00
at 2h       lease w1
at 2h       finish ann.1 success
at 2h       lease w1
at 2h       finish bob.1 fail class=validation
at 2h59m59s expect-days bob
at 3h       expect-days bob 2026-03-02:cutoff_reached(1)
at 3h       expect-days ann 2026-03-02:success(1)
at 26h      note "the next day begins anew"
at 27h      expect-days ann 2026-03-02:success(1) 2026-03-03:cutoff_reached
at 27h      expect-days bob 2026-03-02:cutoff_reached(1) 2026-03-03:cutoff_reached
