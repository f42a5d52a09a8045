"""A database's URL: which database it is, said without its credentials."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote, quote_plus

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from answerable.errors import SettingsError

# The driver that carries each kind of URL, by sqlglot's name of the dialect.
DRIVERS = {"sqlite": "sqlite", "postgres": "postgresql+psycopg", "mysql": "mysql+pymysql", "duckdb": "duckdb"}
ALIASES = {"postgresql": "postgres", "mariadb": "mysql"}
FILES = ("sqlite", "duckdb")
HINT = (
    "Give a URL such as sqlite:///shop.db, duckdb:///sales.duckdb, postgresql://user@host/name "
    "or mysql://user@host/name."
)
FENCE = "tenant_column"  # an option of the URL that is ours, not the driver's
# What an option's name says when its value is a secret.
SECRET_OPTION = re.compile(r"pass|secret|token|key|user", re.IGNORECASE)


class Address:
    """Where a database is. Prints without user, password or options."""

    def __init__(self, url: str) -> None:
        parsed = _parse(url)
        kind = parsed.get_backend_name()
        self.dialect = ALIASES.get(kind, kind)
        if self.dialect not in DRIVERS:
            raise SettingsError("database", f"{kind!r} is not a kind of database known here.", hint=HINT)
        self.url = parsed.set(drivername=DRIVERS[self.dialect]).difference_update_query([FENCE])
        # Whose rows they are, where several tenants share the database; a fence half named must not stand open.
        self.tenant_column = str(parsed.query.get(FENCE, ""))
        if FENCE in url and not self.tenant_column.isidentifier():
            raise SettingsError(
                "database", f"{FENCE} in the URL names no column.", hint=f"Write ?{FENCE}=NAME."
            )
        self.path = self._file() if self.dialect in FILES else Path()
        self._secrets = _secrets(parsed)

    def _file(self) -> Path:
        name = (self.url.database or "").removeprefix("file:")
        if name in ("", ":memory:"):
            raise SettingsError("database", "the URL names no file, so there is nothing to read.", hint=HINT)
        path = Path(name).expanduser()
        if not path.is_file():
            raise SettingsError("database", f"there is no file {str(path)!r}.", hint="Check the path.")
        return path

    def __str__(self) -> str:
        if self.dialect in FILES:
            return f"{self.dialect} file {self.path.name!r}"
        port = f":{self.url.port}" if self.url.port else ""
        return f"{self.dialect} database {self.url.database!r} at {self.url.host or 'localhost'}{port}"

    def __repr__(self) -> str:
        return f"Address({self})"

    def clean(self, text: str) -> str:
        """A message of the driver without credentials, on one line, shortened."""
        for secret in self._secrets:
            text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", "…", text) if len(secret) < 4 else text.replace(
                secret, "…"
            )  # fmt: skip
        return " ".join(text.split())[:400]


def _parse(url: str) -> URL:
    if "://" not in url and Path(url).is_file():
        return _of_file(Path(url))
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        # The text itself is not repeated: a URL that cannot be read may still hold a password.
        raise SettingsError("database", "this is not a database URL.", hint=HINT) from None


def _of_file(path: Path) -> URL:
    """A plain path is enough where the file says what it is."""
    with path.open("rb") as file:
        head = file.read(16)
    kind = "sqlite" if head.startswith(b"SQLite format 3") else "duckdb" if head[8:12] == b"DUCK" else ""
    if not kind:
        raise SettingsError("database", f"{path.name!r} is neither a SQLite nor a DuckDB file.", hint=HINT)
    return URL.create(kind, database=str(path))


def _secrets(url: URL) -> tuple[str, ...]:
    options = (
        value
        for name, given in url.query.items()
        if SECRET_OPTION.search(name)
        for value in ([given] if isinstance(given, str) else given)
    )
    plain = {str(secret) for secret in (url.password, url.username, *options) if secret}
    spelled = plain | {quote(secret) for secret in plain} | {quote_plus(secret) for secret in plain}
    return tuple(sorted(spelled, key=lambda secret: (-len(secret), secret)))
