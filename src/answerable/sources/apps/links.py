"""The same person or company in several apps: tied together by e-mail address, domain and name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from answerable.lists import read_list
from answerable.sources.apps.client import Record
from answerable.sources.apps.staff import Staff, full_name, key_of, members

_LISTS = read_list(__package__, "links.toml")
_LEGAL_FORMS = frozenset(_LISTS["legal_forms"])
_MAIL_PROVIDERS = frozenset(_LISTS["mail_providers"])
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def folded(text: str) -> str:
    """Words as they compare: without case, accents and punctuation; umlauts as two letters."""
    plain = unicodedata.normalize("NFC", text).casefold().translate(_GERMAN)
    plain = unicodedata.normalize("NFKD", plain)
    return " ".join(re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c))))


def company_words(name: str) -> str:
    """A company's name without its legal form."""
    words = folded(name).split()
    return " ".join(word for word in words if word not in _LEGAL_FORMS) or " ".join(words)


def emails(record: Record) -> list[str]:
    """Every e-mail address of a record, whichever app it is from."""
    given: list[object] = [
        record.get(name) for name in ("email", "work_email", "personal_email", "email_address")
    ]
    for entry in members(record, "email_addresses"):
        given += [entry.get("email_address"), entry.get("value")] if isinstance(entry, dict) else [entry]
    return [str(one).strip().casefold() for one in given if one]


def domain_of(address: object) -> str:
    """The domain of an e-mail address or a website; empty where it says nothing about the company."""
    text = str(address or "").casefold().strip()
    host = (
        text.rsplit("@", 1)[-1]
        if "@" in text
        else re.sub(r"^[a-z]+://", "", text).split("/")[0].split(":")[0]
    )
    host = host.removeprefix("www.")
    return "" if host in _MAIL_PROVIDERS or "." not in host else host


class Links:
    """Finds the employee behind an app's user, the account behind an app's customer, the contact behind a lead."""

    def __init__(self, staff: Staff, lists: Mapping[str, Sequence[Record]]) -> None:
        self._staff = staff
        self._lists = lists
        self._people: dict[str, dict[str, str]] = {}
        self._mail = _only((mail, key) for key, one in staff.records.items() for mail in emails(one))
        self._names = _only((folded(full_name(one)), key) for key, one in staff.records.items())
        accounts = lists.get("crm/accounts", ())
        self._account_names = _only(
            (company_words(str(a.get("name") or "")), str(a.get("id"))) for a in accounts
        )
        self._domains = _only((domain_of(a.get("website")), str(a.get("id"))) for a in accounts)
        contacts = lists.get("crm/contacts", ())
        self._contact_mail: dict[str, set[str]] = {}
        for contact in contacts:
            for mail in emails(contact):
                self._contact_mail.setdefault(mail, set()).add(str(contact.get("id")))

    def employee(self, record: Record) -> str | None:
        """The employee a record of another app is about, by e-mail address alone."""
        return next((self._mail[mail] for mail in emails(record) if mail in self._mail), None)

    def person(self, category: str, user: object) -> str | None:
        """The employee behind a user of an app: the same e-mail address, else the one with the same name."""
        key = key_of(user)
        if key is None:
            return None
        if category not in self._people:
            found: dict[str, str] = {}
            for one in self._lists.get(f"{category}/users", ()):
                name = self._names.get(folded(full_name(one)))
                # A name alone ties nobody whose address says somebody else.
                who = self.employee(one) or (None if emails(one) else name)
                if who:
                    found[str(one.get("id"))] = who
            self._people[category] = found
        return self._people[category].get(key) or (key if key in self._staff.records else None)

    def company(self, name: object, addresses: Iterable[object]) -> str | None:
        """The CRM account of a company known elsewhere by name, domains or e-mail addresses."""
        if account := self._account_names.get(company_words(str(name or ""))):
            return account
        return next((self._domains[d] for one in addresses if (d := domain_of(one)) in self._domains), None)

    def contact(self, record: Record) -> str | None:
        """The one CRM contact with the same e-mail address."""
        same = self._same_mail(record)
        return next(iter(same)) if len(same) == 1 else None

    def contacts_of(self, lead: Record) -> set[str]:
        """The contacts a lead is: the one it became, and all with its e-mail address."""
        became = key_of(lead.get("converted_contact"))
        return self._same_mail(lead) | ({became} if became else set())

    def _same_mail(self, record: Record) -> set[str]:
        return set().union(*(self._contact_mail.get(mail, set()) for mail in emails(record)))


def _only(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What points at one thing alone; what points at two says nothing."""
    found: dict[str, str] = {}
    double = set()
    for name, key in pairs:
        if name and found.setdefault(name, key) != key:
            double.add(name)
    return {name: key for name, key in found.items() if name not in double}
