"""The business of an invented company: customers, conversations, deals, tickets, invoices, campaigns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from answerable.sandbox.merge.firm import WORDS, Firm, Record
from answerable.sandbox.merge.staff import make_recruiting, make_staff, users_of

# account token -> name, domain and currency of the company behind it
COMPANIES = {
    "larkfield": ("Larkfield", "larkfield.example", "USD"),
    "marlow": ("Marlow", "marlow.example", "EUR"),
}


def make_company(token: str, today: date) -> dict[str, dict[str, list[Record]]]:
    """All records of one built-in company, by category and resource; the same for the same token and day."""
    world = Firm(*COMPANIES[token], today)
    make_staff(world)
    make_recruiting(world)
    users_of(world, "crm", _team(world, "Sales"))
    _make_customers(world)
    _make_leads(world)
    _make_tickets(world)
    _make_books(world)
    _make_campaigns(world)
    return world.records


def _team(world: Firm, name: str) -> list[Record]:
    team = next(team for team in world.all("hris/teams") if team["name"] == name)
    return [person for person in world.staff if person["team"] == team["id"]]


def _make_customers(world: Firm) -> None:
    words, dice = WORDS["business"], world.dice
    for kind in ("Call", "Meeting", "Email"):
        world.add("crm/engagement_types", {"activity_type": kind.upper(), "name": kind})
    for name in words["stages"]:
        world.add("crm/stages", {"name": name})
    for n, stem in enumerate(words["company"] + [f"{stem} Group" for stem in words["company"]]):
        name = f"{stem} {words['suffix'][n % len(words['suffix'])]}"
        domain = name.lower().replace(" ", "") + ".example"
        industry = words["industry"][n % len(words["industry"])]
        account = world.add("crm/accounts", {"name": name, "domain": domain, "industry": industry})
        people = [_contact(world, account, domain) for _ in range(dice.randint(2, 4))]
        for _ in range(dice.randint(2, 9)):
            _talk(world, account, dice.sample(people, dice.randint(1, 2)))
        for _ in range(dice.randint(0, 4)):
            _deal(world, account)


def _owned(account: Record) -> dict[str, str]:
    return {"account": account["id"], "owner": account["owner"]}


def _contact(world: Firm, account: Record, domain: str) -> Record:
    words, dice = WORDS["business"], world.dice
    first, last = dice.choice(words["first"]), dice.choice(words["last"])
    mail = f"{first}.{last}@{domain}".lower()
    return world.add(
        "crm/contacts", {"first_name": first, "last_name": last, "mail": mail, **_owned(account)}
    )


def _talk(world: Firm, account: Record, people: Sequence[Record]) -> None:
    words, dice = WORDS["business"], world.dice
    day, hour = dice.randint(-300, 30), dice.randint(8, 16)
    subject, topic, ask = (dice.choice(words[key]) for key in ("subjects", "topics", "asks"))
    content = words["talk"].format(
        first=people[0]["first_name"],
        last=people[-1],
        topic=topic,
        ask=ask,
        company=account["name"],
        budget=f"{dice.randint(5, 90) * 1000:,} {world.currency}",
        day=world.moment(day + 7)[:10],
    )
    said = {
        "subject": f"{subject} with {account['name']}",
        "content": content if day < 0 else "Agenda: " + topic,
    }
    held = {"start_time": world.moment(day, hour), "end_time": world.moment(day, hour, 45)}
    met = {"account": account["id"], "contacts": [one["id"] for one in people]}
    world.add("crm/engagements", {**said, **held, **met})


def _deal(world: Firm, account: Record) -> None:
    dice = world.dice
    status = dice.choice(["OPEN", "OPEN", "WON", "LOST"])
    day = dice.randint(1, 120) if status == "OPEN" else -dice.randint(1, 300)
    name = f"{account['name']} {dice.choice(['renewal', 'expansion', 'pilot'])}"
    days = {"close_date": world.moment(day), "remote_created_at": world.moment(day - 90)}
    worth = {"name": name, "amount": dice.randint(4, 150) * 1000, "status": status}
    world.add("crm/opportunities", {**worth, **days, **_owned(account)})


def _make_leads(world: Firm) -> None:
    """Leads nobody has met, leads who became contacts, and leads who share a contact's e-mail address."""
    words, dice, contacts = WORDS["business"], world.dice, world.all("crm/contacts")
    for n in range(90):
        first, last = dice.choice(words["first"]), dice.choice(words["last"])
        company = f"{dice.choice(words['company'])} {dice.choice(['Partners', 'Works', 'Trading'])}"
        mail = f"{first}.{last}.{n}@{company.lower().replace(' ', '')}.example".lower()
        met: dict[str, Any] = {}
        if n % 3 == 0:
            known = dice.choice(contacts)
            met = {"converted_date": world.moment(-1), "converted_contact": known["id"]}
            if n % 2 == 0:
                met, mail = {}, known["email_addresses"][0]["email_address"]
        named = {"company": company, "first_name": first, "last_name": last, "mail": mail}
        world.add("crm/leads", {"owner": contacts[n]["owner"], **named, **met})


def _make_tickets(world: Firm) -> None:
    words, dice = WORDS["business"], world.dice
    teams = ("Platform", "Apps", "Quality", "Customer Support")
    users_of(world, "ticketing", [person for team in teams for person in _team(world, team)])
    for name in words["projects"]:
        world.add("ticketing/collections", {"name": name})
    for one in world.all("crm/accounts"):
        world.add("ticketing/accounts", {"name": one["name"], "domains": [_domain(one)]})
    for number in range(1, 521):
        made, hours = -dice.randint(1, 240), dice.choice([8, 24, 72, 240])
        days = dice.randint(0, 14)
        done: dict[str, Any] = {}
        if made + days < 0 and world.chance(0.7):
            done = {"status": "CLOSED", "completed_at": world.moment(made + days, 11)}
        due = world.moment(made + max(1, hours // 24), 12)
        begun = {"number": number, "remote_created_at": world.moment(made, 9), "due_date": due}
        world.add("ticketing/tickets", {**begun, **done})


def _domain(account: Record) -> str:
    return str(account["website"].split("www.")[1])


def _make_books(world: Firm) -> None:
    dice = world.dice
    number = 1000
    for account in world.all("crm/accounts")[:40]:
        name = account["name"] + dice.choice(["", " Ltd", " GmbH", " Inc."])
        customer = _partner(world, name, f"billing@{_domain(account)}", customer=True)
        for _ in range(dice.randint(1, 12)):
            number += 1
            _bill(world, customer, number, "ACCOUNTS_RECEIVABLE", dice.randint(8, 400) * 125.0)
    for name in ("Cloud Harbour", "Paper & Ink", "City Offices"):
        supplier = _partner(world, name, f"accounts@{name.split()[0].lower()}.example", customer=False)
        for _ in range(12):
            number += 1
            _bill(world, supplier, number, "ACCOUNTS_PAYABLE", dice.randint(4, 40) * 90.0)


def _partner(world: Firm, name: str, mail: str, *, customer: bool) -> Record:
    role = {"is_supplier": not customer, "is_customer": customer}
    return world.add("accounting/contacts", {"name": name, "email_address": mail, **role})


def _bill(world: Firm, partner: Record, number: int, kind: str, amount: float) -> None:
    dice = world.dice
    day = -dice.randint(1, 540)
    status = dice.choice(["PAID", "PAID", "PAID", "OPEN", "PARTIALLY_PAID", "DRAFT", "VOID"])
    left = {"PAID": 0.0, "VOID": 0.0, "PARTIALLY_PAID": amount / 2}.get(status, amount)
    due, paid = {"type": kind, "contact": partner["id"]}, world.moment(day + 20)
    sums = {"sub_total": amount, "total_amount": amount, "balance": left, "number": f"INV-{number}"}
    days = {"issue_date": world.moment(day), "due_date": world.moment(day + 30)}
    settled = {"status": status, "paid_on_date": paid if status == "PAID" else None}
    invoice = world.add("accounting/invoices", {**due, **sums, **days, **settled})
    if status in {"PAID", "PARTIALLY_PAID"}:
        payment = {**due, "transaction_date": paid, "total_amount": amount - left}
        invoice["payments"].append(world.add("accounting/payments", payment)["id"])


def _make_campaigns(world: Firm) -> None:
    for n, name in enumerate(WORDS["business"]["campaigns"]):
        sent = world.dice.randint(200, 9000)
        seen = {"total_recipients": sent, "opens": sent // 3, "clicks": sent // 12}
        world.add("mktg/campaigns", {"name": name, "status": "SENT" if n % 3 else "DRAFT", **seen})
    for contact in world.all("crm/contacts")[:80]:
        mail = contact["email_addresses"][0]["email_address"]
        world.add("mktg/contacts", {**contact, "email_address": mail})
