"""The verbs of the walk: guard, recall, plan, act, weigh, draft, verify, settle.

Each takes nouns and gives nouns; none imports another. `base` holds their signatures, the engine their order.
"""
