"""Business apps as a source: Merge's unified API, read through its official SDK.

In come a linked account, the rules of who may see what, and the asking person's work e-mail; out come records as
tables in a private DuckDB that holds only what that person may see, a catalog of them in people's words, and
evidence with the time each record was fetched. Nothing is ever written to an app, and no row a person may not
see ever enters the database their questions run in.
"""
