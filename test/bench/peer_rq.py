"""RQ on Redis, asked for the same as sdk_drain.py: peer_rq.py PORT fork|simple COUNT

fork: RQ's own worker, a process for each job. simple: its SimpleWorker, which forks none."""
import logging
import operator
import sys
import time

import redis
import rq

port, kind, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
logging.disable(logging.CRITICAL)
link = redis.Redis(port=port)
queue = rq.Queue("bench", connection=link)
for _ in range(0, count, 100):
    queue.enqueue_many([rq.Queue.prepare_data(operator.not_, args=("x" * 189,), result_ttl=0)
                        for _ in range(100)])
worker = (rq.SimpleWorker if kind == "simple" else rq.Worker)([queue], connection=link,
                                                             log_job_description=False)
begun = time.monotonic()
worker.work(burst=True)
print(f"{count / (time.monotonic() - begun):.1f}")
