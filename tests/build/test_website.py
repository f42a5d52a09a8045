from __future__ import annotations

import pytest

from answerable.build import check_starts
from answerable.errors import SettingsError


@pytest.mark.parametrize(
    ("start", "hint"),
    [
        ("shop.example", "https://shop.example"),
        ("ftp://shop.example", "Use http:// or https://"),
        ("", "is not a web address"),
    ],
)
def test_a_start_that_is_no_address_gets_a_hint(start: str, hint: str) -> None:
    with pytest.raises(SettingsError, match=hint):
        check_starts([start])


def test_starts_become_canonical() -> None:
    assert check_starts(["HTTPS://Shop.Example/a/../b#x"]) == ("https://shop.example/b",)
