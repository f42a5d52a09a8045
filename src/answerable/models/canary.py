"""The mark that every prompt carries: whoever sees it in a reply knows where the words come from."""

from __future__ import annotations

import hashlib


def canary_for(name: str) -> str:
    """The canary of one prompt: always the same, so that the prefix is cached."""
    return "kestrel-" + hashlib.sha256(f"canary {name}".encode()).hexdigest()[:16]
