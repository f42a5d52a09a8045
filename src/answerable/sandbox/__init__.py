"""Demo worlds on loopback: small places with known facts, to try and to test everything offline.

In comes a port (0 picks a free one); out comes a running server with its address and a count of what was
asked of it. `ShopSite` is a shop's website with its developer documentation beside it. Shipped with the
package for `make demo` and the tests. Never imported by the engine, and never a place for facts about
anything real.
"""
