"""Prometheus text as numbers."""

from __future__ import annotations


def counted(text: str) -> dict[str, float]:
    """Every series with its labels."""
    pairs = (line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {name: float(value) for name, value in pairs}
