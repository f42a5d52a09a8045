from __future__ import annotations

import pytest

from answerable.language.values import find_values, same_value
from tests.language.values.reading_values import one


@pytest.mark.parametrize(
    ("text", "surface", "kind"),
    [
        ("order BK-1042 is late", "BK-1042", "identifier"),
        ("run it with --force-yes now", "--force-yes", "identifier"),
        ("edit /etc/passwd first", "/etc/passwd", "identifier"),
        ("see CVE-2024-3094 there", "CVE-2024-3094", "identifier"),
        ("version 5.6.1 is out", "5.6.1", "identifier"),
        ("set overcommit_memory to", "overcommit_memory", "identifier"),
        ("open sources.list and", "sources.list", "identifier"),
        ("write to help@example.org.", "help@example.org", "email"),
        ("see https://example.org/a/b.", "https://example.org/a/b", "url"),
        ("call +41 44 555 12 34 now", "+41 44 555 12 34", "identifier"),
    ],
)
def test_exact_strings_are_found_whole(text: str, surface: str, kind: str) -> None:
    assert (kind, surface) in {(v.kind, v.text) for v in find_values(text)}


def test_a_url_is_the_same_with_and_without_its_scheme() -> None:
    assert same_value(one("see https://www.example.org/a/"), one("see example.org/a"))


def test_german_thousands_are_a_number() -> None:
    kinds = {value.text: value.kind for value in find_values("Umsatz 4.712.875, Version 1.2.3.", "de")}
    assert (kinds["4.712.875"], kinds["1.2.3"]) == ("number", "identifier")
