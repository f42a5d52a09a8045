"""Cases, scores, floors and the gate. Suites are data; the engine they run is the one users run.

A suite's cases come in, a report goes out. Never scores a case that has no criteria.
"""
