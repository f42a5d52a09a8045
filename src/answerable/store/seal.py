"""Sealing what must not be read off the disk: AES-256-GCM, bound to whose it is, under a key kept apart from it.

The key is the setting `secret_key` (newest first where there are several, with commas), or the file `secret.key` in the
home, which is made when the first secret is sealed and which only its owner may read.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import secrets
import stat
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from answerable.errors import StoreError

FILE = "secret.key"
NONCE_BYTES, KEY_BYTES = 12, 32


@dataclass(frozen=True)
class Seal:
    """Seals with the newest key and opens with any. Prints no key."""

    home: Path
    given: str = field(default="", repr=False)  # the setting; empty: the file in the home

    @property
    def path(self) -> Path:
        """Where the key lies, if it is not given by a setting."""
        return self.home / FILE

    def seal(self, words: str, about: str) -> str:
        """The words sealed; they can only be opened again for what they are about."""
        key = (self._keys() or [self._make()])[0]
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = AESGCM(key).encrypt(nonce, words.encode(), about.encode())
        return f"{name_of(key)}.{base64.urlsafe_b64encode(nonce + sealed).decode()}"

    def open(self, sealed: str, about: str) -> str:
        """The words again; raises `StoreError` that says which key is needed."""
        name, _, packed = sealed.partition(".")
        key = next((one for one in self._keys() if name_of(one) == name), None)
        if key is None:
            have = ", ".join(map(name_of, self._keys())) or "none"
            hint = f"Put that key into ANSWERABLE_SECRET_KEY or {self.path}. Nothing is lost until then."
            what = f"is sealed with the key {name}, and the keys here are: {have}."
            raise StoreError(about, what, hint=hint)
        raw = base64.urlsafe_b64decode(packed)
        try:
            return AESGCM(key).decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], about.encode()).decode()
        except InvalidTag:
            hint = "It was changed, or belongs to somebody else. Link the account again."
            raise StoreError(about, "cannot be opened.", hint=hint) from None

    def newest(self) -> str:
        """The name of the key that seals now; "" while there is none."""
        return next(map(name_of, self._keys()), "")

    def renew(self) -> bool:
        """Put a new key before those of the file; False where the keys are given by a setting."""
        if self.given:
            return False
        self._write([secrets.token_bytes(KEY_BYTES), *self._keys()])
        return True

    def forget_old(self) -> None:
        """Keep only the newest key of the file, once nothing is sealed with another."""
        if not self.given:
            self._write(self._keys()[:1])

    def _keys(self) -> list[bytes]:
        if self.given:
            return [_key(words, "secret_key") for words in self.given.split(",")]
        try:
            if os.name == "posix" and stat.S_IMODE(self.path.stat().st_mode) & 0o077:
                hint = f"Run chmod 600 {self.path}, and make a new key if somebody may have read it."
                raise StoreError(str(self.path), "can be read by others.", hint=hint)
            return [_key(words, str(self.path)) for words in self.path.read_text(encoding="ascii").split()]
        except FileNotFoundError:
            return []

    def _make(self) -> bytes:
        """Make the file with a first key; of two processes that do, one is first and both use its key."""
        beside = self._beside([secrets.token_bytes(KEY_BYTES)])
        try:
            os.link(beside, self.path)
        except FileExistsError:
            pass
        finally:
            beside.unlink()
        return self._keys()[0]

    def _write(self, keys: list[bytes]) -> None:
        self._beside(keys).replace(self.path)

    def _beside(self, keys: list[bytes]) -> Path:
        beside = self.home / f"{FILE}.{secrets.token_hex(4)}"
        handle = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write("".join(f"{as_words(key)}\n" for key in keys))
            file.flush()
            os.fsync(file.fileno())
        return beside


def new_key() -> str:
    """A key as the setting takes it."""
    return as_words(secrets.token_bytes(KEY_BYTES))


def as_words(key: bytes) -> str:
    """A key in letters."""
    return base64.urlsafe_b64encode(key).decode()


def name_of(key: bytes) -> str:
    """How people tell keys apart; nothing of the key can be guessed from it."""
    return hashlib.sha256(b"answerable key " + key).hexdigest()[:8]


def _key(words: str, where: str) -> bytes:
    try:
        key = base64.urlsafe_b64decode(words.strip())
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        hint = "Make one with: answerable tenants new-key"
        raise StoreError(where, "is no key: 32 bytes in URL-safe base64 are.", hint=hint)
    return key
