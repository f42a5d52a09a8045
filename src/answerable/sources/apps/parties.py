"""Who is meant by a name: people and companies of all apps, the same one in several apps told once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from answerable.sources.apps.links import company_words, folded
from answerable.sources.apps.rows import Row

# The tables in which people and companies stand, the ones that know most first.
PEOPLE = ("employees", "contacts", "leads", "candidates")
COMPANIES = ("accounts", "customers", "suppliers")
PARTIES = PEOPLE + COMPANIES


@dataclass(frozen=True)
class Party:
    """A person or a company, as the first app that knows it, with the ids it has in the others."""

    table: str
    id: str
    name: str
    email: str = ""
    company: str = ""
    account_id: str = ""
    also: tuple[tuple[str, str], ...] = ()  # (table, id)


def who(text: str, rows: Mapping[str, Sequence[Row]]) -> list[Party]:
    """Everybody and every company that a text may name, the closest first; `rows` are what the asker may see."""
    asked = folded(text.removesuffix("'s").removesuffix("’s"))
    if not asked:
        return []
    found: list[tuple[int, Party]] = []
    for table in PARTIES:
        for party in _parties(table, rows.get(table, ())):
            words = company_words(party.name) if table in COMPANIES else folded(party.name)
            if asked in {words, folded(party.name)} or party.email.casefold() == text.strip().casefold():
                found.append((0, party))
            elif set(asked.split()) <= set(words.split()):
                found.append((1, party))
    found.sort(key=lambda pair: pair[0])
    closest = [party for rank, party in found if rank == found[0][0]] if found else []
    return _told_once(closest)


def _parties(table: str, rows: Sequence[Row]) -> Iterator[Party]:
    for row in rows:
        if row.get("name"):
            account = row["id"] if table == "accounts" else row.get("account_id")
            yield Party(
                table,
                row["id"],
                row["name"],
                row.get("work_email") or row.get("email") or "",
                row.get("account") or row.get("company") or row.get("team") or "",
                account or "",
                tuple((other, key) for other, name in _TIES if (key := row.get(name)) and table != other),
            )


# The columns by which a record of one app points at the same one in another.
_TIES = (("employees", "employee_id"), ("contacts", "contact_id"))


def _told_once(parties: Sequence[Party]) -> list[Party]:
    """The same address, the same record behind it, or the same company: one party."""
    kept: list[Party] = []
    for party in parties:
        for place, other in enumerate(kept):
            if _same(party, other):
                kept[place] = replace(other, also=(*other.also, (party.table, party.id)))
                break
        else:
            kept.append(party)
    return kept


def _same(party: Party, other: Party) -> bool:
    if (party.table in COMPANIES) != (other.table in COMPANIES):
        return False
    tied = (other.table, other.id) in party.also
    mail = bool(party.email) and party.email.casefold() == other.email.casefold()
    company = party.table in COMPANIES and bool(party.account_id) and party.account_id == other.account_id
    return tied or mail or company
