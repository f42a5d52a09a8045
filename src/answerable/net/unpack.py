"""Undo a body's compression bit by bit, and stop before it can fill the memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

STEP = 65_536  # how much one layer may give out at a time: the most a body can pass its cap by
LAYERS = 2  # one is normal, two happens behind careless proxies, three is an attack
MEMBERS = 64  # a gzip file may be many joined together; real ones are, but not by the thousand
ACCEPTED = "gzip, deflate"

_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
_RAW_DEFLATE = -zlib.MAX_WBITS


class Garbled(Exception):
    """The body is not what its encoding says; the words say how."""


class _Layer:
    """One layer of gzip or deflate."""

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj(_GZIP_OR_ZLIB)
        self._members = 1
        self._begun = False

    def feed(self, packed: bytes) -> Iterator[bytes]:
        """What these bytes unpack to, in steps of at most `STEP`."""
        while packed:
            if self._inflate.eof and not self._next_member(packed):
                return
            yield self._step(packed)
            packed = self._inflate.unconsumed_tail or self._inflate.unused_data

    def whole(self) -> bool:
        """Whether the packed stream came to its own end."""
        return self._inflate.eof or not self._begun

    def _step(self, packed: bytes) -> bytes:
        try:
            plain = self._inflate.decompress(packed, STEP)
        except zlib.error as exc:
            if self._begun or self._members > 1:
                raise Garbled("its compressed body is broken.") from exc
            # Some servers mean raw deflate when they say deflate; that shows in the first bytes or never.
            self._inflate = zlib.decompressobj(_RAW_DEFLATE)
            plain = self._raw_step(packed)
        self._begun = True
        return plain

    def _raw_step(self, packed: bytes) -> bytes:
        try:
            return self._inflate.decompress(packed, STEP)
        except zlib.error as exc:
            raise Garbled("its compressed body is broken.") from exc

    def _next_member(self, packed: bytes) -> bool:
        """Start on a joined gzip file; anything else behind the end is padding and is left."""
        if not packed.startswith(b"\x1f\x8b"):
            return False
        self._members += 1
        if self._members > MEMBERS:
            raise Garbled(f"its body is more than {MEMBERS} gzip files joined together.")
        self._inflate = zlib.decompressobj(_GZIP_OR_ZLIB)
        return True


class Unpacker:
    """A body's layers, outermost first; feed it what arrives, take what comes out."""

    def __init__(self, content_encoding: str) -> None:
        names = [name.strip().lower() for name in content_encoding.split(",")]
        names = [name for name in names if name not in ("", "identity")]
        unknown = [name for name in names if name not in ("gzip", "x-gzip", "deflate")]
        if unknown:
            raise Garbled(f"it is encoded as {unknown[0]!r}; we asked for {ACCEPTED}.")
        if len(names) > LAYERS:
            raise Garbled(f"it is compressed {len(names)} times over; {LAYERS} layers are the most.")
        self._layers = [_Layer() for _ in names]

    def feed(self, packed: bytes) -> Iterator[bytes]:
        """What these bytes unpack to through all layers, a step at a time."""
        return self._through(0, packed) if self._layers else iter((packed,))

    def finish(self) -> None:
        """Say that no more will come; a stream cut short is not a page."""
        if not all(layer.whole() for layer in self._layers):
            raise Garbled("its compressed body ends in the middle.")

    def _through(self, depth: int, packed: bytes) -> Iterator[bytes]:
        for plain in self._layers[depth].feed(packed):
            if depth + 1 < len(self._layers):
                yield from self._through(depth + 1, plain)
            else:
                yield plain
