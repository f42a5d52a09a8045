"""Undo a body's compression bit by bit, and stop before it can fill the memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

STEP = 65_536  # how much is given out at a time: the most a body can pass its cap by
MEMBERS = 64  # a gzip file may be many joined together; real ones are, but not by the thousand
ACCEPTED = "gzip"  # every server that packs anything knows it, and one kind is one way to read

_GZIP = zlib.MAX_WBITS | 16


class Garbled(Exception):
    """The body is not what its encoding says; the words say how."""


class Unpacker:
    """Feed it what arrives, take what comes out."""

    def __init__(self, content_encoding: str) -> None:
        names = [name.strip().lower() for name in content_encoding.split(",")]
        names = [name for name in names if name not in ("", "identity")]
        if names not in ([], ["gzip"], ["x-gzip"]):
            raise Garbled(f"it is encoded as {content_encoding[:40]!r}; we asked for {ACCEPTED}.")
        self._packed = bool(names)
        self._inflate = zlib.decompressobj(_GZIP)
        self._members = 0  # begun so far

    def feed(self, packed: bytes) -> Iterator[bytes]:
        """What these bytes unpack to, in steps of at most `STEP`."""
        if not self._packed:
            yield packed
            return
        while packed:
            if self._inflate.eof or not self._members:
                if self._members and not packed.startswith(b"\x1f\x8b"):
                    return  # padding behind the end, not a joined file
                self._begin_member()
            try:
                yield self._inflate.decompress(packed, STEP)
            except zlib.error as exc:
                raise Garbled("its compressed body is broken.") from exc
            packed = self._inflate.unconsumed_tail or self._inflate.unused_data

    def finish(self) -> None:
        """Say that no more will come; a stream cut short is not a page."""
        if self._members and not self._inflate.eof:
            raise Garbled("its compressed body ends in the middle.")

    def _begin_member(self) -> None:
        self._inflate = zlib.decompressobj(_GZIP)
        self._members += 1
        if self._members > MEMBERS:
            raise Garbled(f"its body is more than {MEMBERS} gzip files joined together.")
