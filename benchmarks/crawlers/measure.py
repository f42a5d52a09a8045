"""What one crawl cost its process, as one line of JSON."""

from __future__ import annotations

import json
import resource
import time


class Meter:
    """Counts from when it is made, so that imports and start-up are nobody's cost."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def report(self, pages: int) -> None:
        seconds, cpu = time.perf_counter() - self._wall, time.process_time() - self._cpu
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"pages": pages, "seconds": seconds, "cpu": cpu, "peak_mb": peak}))
