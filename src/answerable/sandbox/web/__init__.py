"""A small web of invented hosts: companies, people, towns, products, and everything that makes research hard.

A seed comes in; a world with its truth, and pages of many hosts that tell it in many wordings, come out, together
with planted contradictions, near-copies, dead ends, a tar pit that scrambles facts and pages that give orders to
machines. Served on loopback or handed over as documents. Never used by the runtime, and nothing in it is real.
"""
