"""The business of an invented company: customers, conversations, deals, tickets, invoices, campaigns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from answerable.sandbox.merge.staff import WORDS, Firm, Record, make_recruiting, make_staff, users_of

# account token -> name, domain and currency of the company behind it
COMPANIES = {
    "larkfield": ("Larkfield", "larkfield.example", "USD"),
    "marlow": ("Marlow", "marlow.example", "EUR"),
}
PRIORITIES = ("URGENT", "HIGH", "NORMAL", "NORMAL", "LOW")


def make_company(token: str, today: date) -> dict[str, dict[str, list[Record]]]:
    """All records of one built-in company, by category and resource; the same for the same token and day."""
    world = Firm(*COMPANIES[token], today)
    make_staff(world)
    make_recruiting(world)
    sellers = _team(world, "Sales")
    accounts, contacts = _make_customers(world, users_of(world, "crm", sellers, ("email",)))
    _make_leads(world, contacts)
    _make_tickets(world, accounts)
    _make_books(world, accounts)
    _make_campaigns(world, contacts)
    return world.records


def _team(world: Firm, name: str) -> list[Record]:
    team = next(team for team in world.records["hris"]["teams"] if team["name"] == name)
    return [person for person in world.staff if person["team"] == team["id"]]


def _mail(address: str) -> list[dict[str, str]]:
    return [{"email_address": address, "email_address_type": "WORK"}]


def _make_customers(world: Firm, users: Sequence[Record]) -> tuple[list[Record], list[Record]]:
    words, dice = WORDS["business"], world.dice
    kinds = [
        world.add("crm", "engagement_types", {"activity_type": kind.upper(), "name": kind})
        for kind in ("Call", "Meeting", "Email")
    ]
    stages = [world.add("crm", "stages", {"name": name}) for name in words["stages"]]
    accounts: list[Record] = []
    contacts: list[Record] = []
    for n, stem in enumerate(words["company"] + [f"{stem} Group" for stem in words["company"]]):
        name = f"{stem} {words['suffix'][n % len(words['suffix'])]}"
        domain = name.lower().replace(" ", "") + ".example"
        owner = dice.choice(users)["id"]
        account = world.add(
            "crm", "accounts", {"owner": owner, "name": name, "website": f"https://www.{domain}",
             "industry": words["industry"][n % len(words["industry"])],
             "number_of_employees": dice.randint(10, 5000),
             "remote_created_at": world.moment(-dice.randint(100, 900))},
        )  # fmt: skip
        accounts.append(account)
        people = [_contact(world, account, domain, owner) for _ in range(dice.randint(2, 4))]
        contacts += people
        for _ in range(dice.randint(2, 9)):
            _talk(world, account, dice.sample(people, dice.randint(1, 2)), (kinds, users))
        for _ in range(dice.randint(0, 4)):
            _deal(world, account, stages, owner)
    return accounts, contacts


def _contact(world: Firm, account: Record, domain: str, owner: str) -> Record:
    words, dice = WORDS["business"], world.dice
    first, last = dice.choice(words["first"]), dice.choice(words["last"])
    return world.add(
        "crm", "contacts", {"first_name": first, "last_name": last, "account": account["id"], "owner": owner,
         "email_addresses": _mail(f"{first}.{last}@{domain}".lower()),
         "remote_created_at": world.moment(-dice.randint(30, 800))},
    )  # fmt: skip


def _talk(
    world: Firm, account: Record, people: Sequence[Record], made: tuple[Sequence[Record], Sequence[Record]]
) -> None:
    words, dice, (kinds, users) = WORDS["business"], world.dice, made
    day, hour = dice.randint(-300, 30), dice.randint(8, 16)
    subject, topic, ask = (dice.choice(words[key]) for key in ("subjects", "topics", "asks"))
    first = people[0]["first_name"]
    sum_ = dice.randint(5, 90) * 1000
    content = (
        f"{first}: Thanks for your time. We would like to talk about {topic}.\n"
        f"Us: Of course. What matters most to {account['name']}?\n"
        f"{first}: We need {ask} before the end of the quarter. Our budget is {sum_:,} {world.currency}.\n"
        f"Us: Understood. We will send {ask} by {world.moment(day + 7)[:10]}.\n"
        f"{first}: Good. Please copy {people[-1]['first_name']} {people[-1]['last_name']}."
    )
    world.add(
        "crm", "engagements", {"owner": dice.choice(users)["id"],
         "subject": f"{subject} with {account['name']}",
         "content": content if day < 0 else "Agenda: " + topic,
         "direction": dice.choice(["INBOUND", "OUTBOUND"]), "engagement_type": dice.choice(kinds)["id"],
         "start_time": world.moment(day, hour), "end_time": world.moment(day, hour, 45),
         "account": account["id"], "contacts": [one["id"] for one in people]},
    )  # fmt: skip


def _deal(world: Firm, account: Record, stages: Sequence[Record], owner: str) -> None:
    dice = world.dice
    status = dice.choice(["OPEN", "OPEN", "WON", "LOST"])
    day = dice.randint(1, 120) if status == "OPEN" else -dice.randint(1, 300)
    world.add(
        "crm", "opportunities", {
         "name": f"{account['name']} {dice.choice(['renewal', 'expansion', 'pilot'])}",
         "amount": dice.randint(4, 150) * 1000, "owner": owner, "account": account["id"],
         "stage": dice.choice(stages)["id"], "status": status, "close_date": world.moment(day),
         "remote_created_at": world.moment(day - 90)},
    )  # fmt: skip


def _make_leads(world: Firm, contacts: Sequence[Record]) -> None:
    """Leads nobody has met, leads who became contacts, and leads who share a contact's e-mail address."""
    words, dice = WORDS["business"], world.dice
    for n in range(90):
        first, last = dice.choice(words["first"]), dice.choice(words["last"])
        company = f"{dice.choice(words['company'])} {dice.choice(['Partners', 'Works', 'Trading'])}"
        known = dice.choice(contacts) if n % 3 == 0 else None
        same = known is not None and n % 2 == 0
        mail = f"{first}.{last}.{n}@{company.lower().replace(' ', '')}.example".lower()
        world.add(
            "crm", "leads", {"owner": contacts[n]["owner"], "lead_source": dice.choice(words["lead_source"]),
             "company": company, "first_name": first, "last_name": last,
             "email_addresses": _mail(known["email_addresses"][0]["email_address"] if known and same else mail),
             "remote_created_at": world.moment(-dice.randint(1, 200)),
             "converted_date": world.moment(-1) if known and not same else None,
             "converted_contact": known["id"] if known and not same else None},
        )  # fmt: skip


def _make_tickets(world: Firm, accounts: Sequence[Record]) -> None:
    words, dice = WORDS["business"], world.dice
    staff = _team(world, "Platform") + _team(world, "Apps") + _team(world, "Quality")
    users = users_of(world, "ticketing", staff + _team(world, "Customer Support"), ("email_address",))
    projects = [
        world.add("ticketing", "collections", {"name": name, "collection_type": "PROJECT"})
        for name in words["projects"]
    ]
    customers = [
        world.add(
            "ticketing", "accounts", {"name": one["name"], "domains": [one["website"].split("www.")[1]]}
        )
        for one in accounts
    ]
    for n in range(520):
        made, hours = -dice.randint(1, 240), dice.choice([8, 24, 72, 240])
        days = dice.randint(0, 14)
        done = made + days < 0 and world.chance(0.7)
        world.add(
            "ticketing", "tickets", {"name": dice.choice(words["ticket_subjects"]),
             "assignees": [user["id"] for user in dice.sample(users, dice.choice([0, 1, 1, 1, 1, 2]))],
             "creator": dice.choice(users)["id"], "collections": [dice.choice(projects)["id"]],
             "due_date": world.moment(made + max(1, hours // 24), 12), "priority": dice.choice(PRIORITIES),
             "status": "CLOSED" if done else dice.choice(["OPEN", "IN_PROGRESS", "ON_HOLD"]),
             "ticket_type": dice.choice(["Bug", "Bug", "Request", "Question"]),
             "account": dice.choice(customers)["id"] if world.chance(0.6) else None,
             "ticket_url": f"https://tickets.{world.domain}/T-{n + 1}",
             "remote_created_at": world.moment(made, 9),
             "completed_at": world.moment(made + days, 11) if done else None},
        )  # fmt: skip


def _make_books(world: Firm, accounts: Sequence[Record]) -> None:
    dice = world.dice
    number = 1000
    for account in accounts[:40]:
        name = account["name"] + dice.choice(["", " Ltd", " GmbH", " Inc."])
        domain = account["website"].split("www.")[1]
        customer = _partner(world, name, f"billing@{domain}", customer=True)
        for _ in range(dice.randint(1, 12)):
            number += 1
            _bill(world, customer, number, "ACCOUNTS_RECEIVABLE", dice.randint(8, 400) * 125.0)
    for name in ("Cloud Harbour", "Paper & Ink", "City Offices"):
        supplier = _partner(world, name, f"accounts@{name.split()[0].lower()}.example", customer=False)
        for _ in range(12):
            number += 1
            _bill(world, supplier, number, "ACCOUNTS_PAYABLE", dice.randint(4, 40) * 90.0)


def _partner(world: Firm, name: str, mail: str, *, customer: bool) -> Record:
    return world.add(
        "accounting", "contacts", {"name": name, "is_supplier": not customer, "is_customer": customer,
         "email_address": mail, "currency": world.currency},
    )  # fmt: skip


def _bill(world: Firm, partner: Record, number: int, kind: str, amount: float) -> None:
    dice = world.dice
    day = -dice.randint(1, 540)
    status = dice.choice(["PAID", "PAID", "PAID", "OPEN", "PARTIALLY_PAID", "DRAFT", "VOID"])
    left = {"PAID": 0.0, "VOID": 0.0, "PARTIALLY_PAID": amount / 2}.get(status, amount)
    invoice: Record = world.add(
        "accounting", "invoices", {"type": kind, "contact": partner["id"], "number": f"INV-{number}",
         "issue_date": world.moment(day), "due_date": world.moment(day + 30), "currency": world.currency,
         "paid_on_date": world.moment(day + 20) if status == "PAID" else None, "sub_total": amount,
         "status": status, "total_amount": amount, "balance": left},
    )  # fmt: skip
    if status in {"PAID", "PARTIALLY_PAID"}:
        payment = world.add(
            "accounting", "payments", {"transaction_date": world.moment(day + 20), "contact": partner["id"],
             "currency": world.currency, "type": kind, "total_amount": amount - left},
        )  # fmt: skip
        invoice["payments"].append(payment["id"])


def _make_campaigns(world: Firm, contacts: Sequence[Record]) -> None:
    dice = world.dice
    for n, name in enumerate(WORDS["business"]["campaigns"]):
        sent: dict[str, Any] = {"total_recipients": dice.randint(200, 9000)}
        world.add(
            "mktg", "campaigns", {"name": name, "subject": name, "status": "SENT" if n % 3 else "DRAFT",
             "send_date": world.moment(-dice.randint(2, 200)), **sent, "opens": sent["total_recipients"] // 3,
             "clicks": sent["total_recipients"] // 12},
        )  # fmt: skip
    for contact in contacts[:80]:
        world.add(
            "mktg", "contacts", {"first_name": contact["first_name"], "last_name": contact["last_name"],
             "email_address": contact["email_addresses"][0]["email_address"]},
        )  # fmt: skip
