"""Secrets are sealed under a key kept apart, bound to whose they are, and a wrong key loses nothing."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from answerable.errors import StoreError
from answerable.store.seal import FILE, Seal, new_key


def test_what_is_sealed_opens_again(tmp_path: Path) -> None:
    seal = Seal(tmp_path)
    sealed = seal.seal("canary", "link of acme")
    assert "canary" not in sealed
    assert seal.open(sealed, "link of acme") == "canary"
    assert seal.seal("canary", "link of acme") != sealed


def test_the_key_file_is_its_owners_alone(tmp_path: Path) -> None:
    Seal(tmp_path).seal("x", "y")
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    (tmp_path / FILE).chmod(0o644)
    with pytest.raises(StoreError, match=r"can be read by others.*chmod 600"):
        Seal(tmp_path).newest()


def test_a_sealed_text_cannot_be_moved(tmp_path: Path) -> None:
    seal = Seal(tmp_path)
    sealed = seal.seal("canary", "link of acme")
    with pytest.raises(StoreError, match="cannot be opened"):
        seal.open(sealed, "link of globex")


def test_a_wrong_key_says_which_is_needed(tmp_path: Path) -> None:
    right, wrong = Seal(tmp_path, new_key()), Seal(tmp_path, new_key())
    sealed = right.seal("canary", "link")
    with pytest.raises(
        StoreError, match=f"sealed with the key {right.newest()}.*{wrong.newest()}.*Nothing is lost"
    ):
        wrong.open(sealed, "link")
    assert right.open(sealed, "link") == "canary"


def test_several_keys_open_and_the_first_seals(tmp_path: Path) -> None:
    old, new = new_key(), new_key()
    sealed = Seal(tmp_path, old).seal("canary", "link")
    both = Seal(tmp_path, f"{new},{old}")
    assert both.open(sealed, "link") == "canary"
    assert both.newest() == Seal(tmp_path, new).newest()
    assert not both.renew()


def test_a_renewed_file_still_opens_what_was(tmp_path: Path) -> None:
    seal = Seal(tmp_path)
    sealed, before = seal.seal("canary", "link"), seal.newest()
    assert seal.renew()
    assert seal.newest() != before
    assert seal.open(sealed, "link") == "canary"
    seal.forget_old()
    with pytest.raises(StoreError, match=before):
        seal.open(sealed, "link")


@pytest.mark.parametrize("words", ["hunter2", "ä", "A" * 40])
def test_a_word_is_no_key(tmp_path: Path, words: str) -> None:
    with pytest.raises(StoreError, match="answerable tenants new-key") as caught:
        Seal(tmp_path, words).newest()
    assert words not in str(caught.value)
    assert words not in repr(Seal(Path(), words))
