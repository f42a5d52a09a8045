"""A real PostgreSQL for tests, started from the binaries of this machine and gone after the last test.

Import `postgres` into a conftest.py; a test then asks it for databases of its own.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import psycopg
import pytest

NOBODY_BETTER = "postgres"  # the server refuses to run as root; this is the account Debian gives it


@dataclass
class PostgresServer:
    """A running server. `database()` makes an empty database; `stop()` and `start()` are for faults."""

    folder: Path
    binaries: Path
    port: int
    _names: Iterator[int] = field(default_factory=count)

    def url(self, database: str, user: str = "postgres", password: str = "") -> str:
        secret = f":{password}" if password else ""
        return f"postgresql://{user}{secret}@127.0.0.1:{self.port}/{database}"

    def database(self, script: str = "") -> str:
        """A new database, filled by a script; its URL."""
        name = f"test_{next(self._names)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        with psycopg.connect(self.url(name)) as connection:
            if script:
                connection.execute(script.encode())
        return self.url(name)

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c fsync=off -k {self.folder}"
        log = self.folder / "log"
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-l", str(log), "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", "immediate", "stop")

    def initialise(self) -> None:
        self._run("initdb", "-D", str(self.folder / "data"), "-A", "trust", "-U", "postgres", "--no-sync")

    def _run(self, program: str, *arguments: str) -> None:
        as_other = ["runuser", "-u", NOBODY_BETTER, "--"] if os.geteuid() == 0 else []
        command = [*as_other, str(self.binaries / program), *arguments]
        # Not piped: the server would inherit the pipe and keep this waiting for its end.
        with (self.folder / "out").open("ab") as out:
            done = subprocess.run(command, stdout=out, stderr=out, check=False, cwd=self.folder)
        assert done.returncode == 0, (self.folder / "out").read_text(errors="replace")[-2000:]


def _binaries() -> Path | None:
    if found := shutil.which("initdb"):
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    return versions[-1].parent if versions else None


def _missing() -> str:
    if _binaries() is None:
        return "PostgreSQL's initdb is not installed"
    if os.geteuid() == 0:
        try:
            pwd.getpwnam(NOBODY_BETTER)
        except KeyError:
            return "PostgreSQL does not run as root, and there is no account for it"
    return ""


def fast_folder() -> str | None:
    """Memory where there is plenty of it: the files are thrown away at the end."""
    memory = Path("/dev/shm")
    plenty = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2_000_000_000
    return str(memory) if plenty else None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    if why := _missing():
        pytest.skip(why)
    folder = Path(tempfile.mkdtemp(prefix="answerable-postgres-", dir=fast_folder()))
    server = PostgresServer(folder, _binaries() or Path(), free_port())
    if os.geteuid() == 0:
        shutil.chown(folder, NOBODY_BETTER)
    try:
        server.initialise()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
