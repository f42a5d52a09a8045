"""Look at a question before any work is done: is it an attack, unsafe, or a request no source could answer?

A question comes in, a `Ruling` goes out. Patterns are data (`injection.toml`, `unsafe.toml`,
`small_talk.toml`); the guard reads every disguise of the text. It never changes the question, and what it
misses still meets the verifier: the guard is advice at the door, not the lock.
"""

from answerable.stages.guard.guard import QuestionGuard
from answerable.stages.guard.orders import gives_orders
from answerable.stages.guard.small_talk import small_talk

__all__ = ["QuestionGuard", "gives_orders", "small_talk"]
