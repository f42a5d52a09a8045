"""Bodies are unpacked in small steps, and what is not packed right is said to be so."""

from __future__ import annotations

import gzip

import pytest

from answerable.net.unpack import MEMBERS, STEP, Garbled, Unpacker


def unpacked(encoding: str, *pieces: bytes) -> bytes:
    unpacker = Unpacker(encoding)
    plain = b"".join(step for piece in pieces for step in unpacker.feed(piece))
    unpacker.finish()
    return plain


def test_a_plain_body_passes_through() -> None:
    assert unpacked("", b"as", b" is") == b"as is"


def test_bytes_may_arrive_one_by_one() -> None:
    packed = gzip.compress(b"hello" * 100)
    assert unpacked("gzip", *(packed[n : n + 1] for n in range(len(packed)))) == b"hello" * 100


def test_joined_gzip_files_are_one_body() -> None:
    assert unpacked("gzip", gzip.compress(b"one ") + gzip.compress(b"two")) == b"one two"
    assert unpacked("gzip", gzip.compress(b"one "), gzip.compress(b"two")) == b"one two"


def test_padding_behind_the_end_is_left() -> None:
    assert unpacked("gzip", gzip.compress(b"one") + bytes(500), bytes(500)) == b"one"


def test_no_step_is_larger_than_agreed() -> None:
    steps = [len(step) for step in Unpacker("gzip").feed(gzip.compress(bytes(20_000_000)))]
    assert sum(steps) == 20_000_000
    assert max(steps) <= STEP


def test_an_empty_body_is_no_error() -> None:
    assert unpacked("gzip") == b""


@pytest.mark.parametrize("encoding", ["br", "zstd", "deflate", "gzip, br", "gzip, gzip", "gzip gzip"])
def test_unknown_encodings_are_named(encoding: str) -> None:
    with pytest.raises(Garbled, match=r"we asked for gzip\."):
        Unpacker(encoding)


@pytest.mark.parametrize(
    "packed", [b"hello", gzip.compress(b"x" * 99, mtime=0)[:-9], b"\x1f\x8b\x08" + bytes(200)]
)
def test_broken_bodies_are_not_pages(packed: bytes) -> None:
    with pytest.raises(Garbled):
        unpacked("gzip", packed)


def test_thousands_of_joined_files_are_refused() -> None:
    with pytest.raises(Garbled, match="joined together"):
        unpacked("gzip", gzip.compress(b"") * (MEMBERS + 1))
