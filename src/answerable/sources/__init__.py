"""READ: places that can be asked and never changed. Tasks come in, findings go out.

Every source speaks one protocol (`base.Source`). A source never raises for a page or query that failed:
it returns a Gap. It never writes to the place it reads.
"""
