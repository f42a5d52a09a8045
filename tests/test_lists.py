from __future__ import annotations

import pytest

from answerable.lists import listed, read_list


def test_a_shipped_list_is_read_by_its_package() -> None:
    assert read_list("answerable.net", "networks.toml")


def test_a_path_goes_down_through_folders() -> None:
    assert read_list("answerable.sandbox.web", "wording", "traps.toml")


def test_a_list_that_is_missing_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        read_list("answerable.net", "nothing.toml")


def test_every_reader_has_its_own_copy() -> None:
    read_list("answerable.net", "networks.toml").clear()
    assert read_list("answerable.net", "networks.toml")


def test_listed_words_stand_apart_by_spaces() -> None:
    assert listed("""one two
        two""") == {"one", "two"}
