"""What the columns mean that no record holds as such: days of a balance, overdue, met, within SLA, cost."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Collection, Iterator, Mapping

from answerable.lists import listed
from answerable.sources.apps.client import Record
from answerable.sources.apps.links import emails
from answerable.sources.apps.pay import annual, costs
from answerable.sources.apps.rows import Row, RowMaker
from answerable.sources.apps.shapes import SHAPES
from answerable.sources.apps.staff import full_name, key_of, members
from answerable.sources.apps.values import HOURS, country, day, number, text

YEAR = 365.25
Fill = Callable[[RowMaker, Row, Record], bool]


def make_table(rows: RowMaker, table: str, wanted: Collection[str] | None = None) -> Iterator[Row]:
    """All rows of a table, whoever may see them; only the columns that are wanted are worked out."""
    if table in _WHOLE:
        yield from _WHOLE[table](rows)
        return
    asked = [one for one in SHAPES[table].columns if wanted is None or one.name in wanted]
    names = [one.name for one in asked]
    fill = _FILL.get(table) if table in _KEPT_BY_FILL or not all(one.path for one in asked) else None
    for row, record in rows.plain(table):
        if fill is None or fill(rows, row, record):
            yield {name: row[name] for name in names}


def _employee(rows: RowMaker, row: Row, record: Record) -> bool:
    key, me, staff = row["id"], rows.asker, rows.staff
    if not staff.works(key):
        return False
    row["start_date"] = row["start_date"] or day(record.get("hire_date"))
    site = rows.index("hris/locations").get(row["location_id"] or "", {})
    row.update(
        city=text(site.get("city")) or text(site.get("name")),
        country=country(site.get("country")),
        job_title=text(rows.employments.get(key, {}).get("job_title")),
        tenure=None if row["start_date"] is None else (rows.now.date() - row["start_date"]).days / YEAR,
        direct_reports=len(staff.reports(key)),
        people_below=len(staff.below(key)),
        is_manager=bool(staff.reports(key)),
        is_me=me is not None and key == me.id,
        reports_to_me=me is not None and key in me.reports,
        below_me=me is not None and key in me.below,
    )
    # Whoever leads nobody means the team they are in.
    same_team = me is not None and me.team is not None and row["team_id"] == me.team
    row["my_team"] = row["reports_to_me"] if me and me.reports else same_team
    return True


def _personal(rows: RowMaker, row: Row, record: Record) -> bool:
    if born := row["date_of_birth"]:  # who was born on 29 February has it on the last day of the month
        last = monthrange(rows.now.year, born.month)[1]
        row["celebrated_on"] = born.replace(year=rows.now.year, day=min(born.day, last))
    home = rows.index("hris/locations").get(key_of(record.get("home_location")) or "", {})
    street = (text(home.get(one)) for one in ("street_1", "zip_code", "city"))
    row["home_address"] = ", ".join(part for part in street if part) or text(home.get("name"))
    row["employment_type"] = text(rows.employments.get(row["employee_id"], {}).get("employment_type"))
    return True


def _office(rows: RowMaker, row: Row, record: Record) -> bool:
    """Where people work; where they live is nobody's business here."""
    return text(record.get("location_type")) != "HOME" and row["id"] not in rows.homes


def _not_here(rows: RowMaker, row: Row, record: Record) -> bool:
    """Whoever has left, or has not begun yet."""
    if "left_on" in row:
        return row["id"] in rows.staff.former
    row["start_date"] = row["start_date"] or day(record.get("hire_date"))
    return row["id"] in rows.staff.coming


def _time_off(rows: RowMaker, row: Row, record: Record) -> bool:
    amount, today = number(record.get("amount")), rows.now.date()
    if amount is not None:
        in_hours = str(record.get("units") or "").upper() == "HOURS"
        row["days"] = amount / HOURS if in_hours else amount
        row["hours"] = amount if in_hours else amount * HOURS
    begins, ends = row["start_date"], row["end_date"] or row["start_date"]
    if begins:
        row.update(upcoming=begins > today, current=begins <= today <= ends)
    return True


def _of_application(rows: RowMaker, row: Row, record: Record) -> bool:
    del record
    application = rows.index("ats/applications").get(row["application_id"] or "", {})
    row["candidate_id"], row["job_id"] = key_of(application.get("candidate")), key_of(application.get("job"))
    if "candidate" in row:
        row["candidate"] = rows.name_of("ats/candidates", row["candidate_id"])
    if "job" in row:
        row["job"] = rows.name_of("ats/jobs", row["job_id"])
    return True


def _engagement(rows: RowMaker, row: Row, record: Record) -> bool:
    known = rows.index("crm/contacts")
    people = [known[key] for one in members(record, "contacts") if (key := key_of(one)) in known]
    homes = (key_of(person.get("account")) for person in people)
    account = key_of(record.get("account")) or next((home for home in homes if home), None)
    row.update(
        account_id=account,
        account=rows.name_of("crm/accounts", account),
        contacts=", ".join(full_name(person) for person in people) or None,
    )
    return True


def _lead(rows: RowMaker, row: Row, record: Record) -> bool:
    contacts = rows.links.contacts_of(record)
    account = key_of(record.get("converted_account")) or next(
        (home for c in contacts if (home := key_of(rows.index("crm/contacts").get(c, {}).get("account")))),
        None,
    )
    met, met_by_me = (bool(contacts & some) for some in rows.engaged)
    # Whoever looks after leads asks about those; everybody else about all.
    mine = rows.is_mine("crm", record.get("owner")) or not rows.leads_owned
    row.update(
        contact_id=key_of(record.get("converted_contact")) or rows.links.contact(record),
        account_id=account or rows.links.company(record.get("company"), emails(record)),
        met=met,
        unmet_by_me=mine and not met_by_me,
    )
    return True


def _ticket(rows: RowMaker, row: Row, record: Record) -> bool:
    done, due = row["completed_at"], row["due_date"]
    closed = str(row["status"] or "").upper() == "CLOSED"
    kind = str(row["type"] or "").casefold()
    row.update(
        account=rows.name_of("crm/accounts", row["account_id"])
        or rows.name_of("ticketing/accounts", record.get("account")),
        within_sla=bool(done and due and done <= due),
        overdue=bool(due and not closed and due < rows.now),
        # Where no type says so, every ticket may be a bug.
        bug=any(word in kind for word in rows.bug_words) or not rows.bug_words,
    )
    return True


def _task(rows: RowMaker, row: Row, record: Record) -> bool:
    del record
    due = row["due_date"] is not None and row["due_date"] < rows.now.date()
    row["overdue"] = due and row["completed_on"] is None
    return True


def _partners(rows: RowMaker, row: Row, record: Record) -> bool:
    """Who pays us is a customer, whom we pay a supplier."""
    ours = "PAYABLE" not in str(record.get("type") or "").upper()
    side = "customer" if ours else "supplier"
    row[f"{side}_id"] = key_of(record.get("contact"))
    row[side] = rows.name_of("accounting/contacts", record.get("contact"))
    return True


def _invoice(rows: RowMaker, row: Row, record: Record) -> bool:
    _partners(rows, row, record)
    counts = str(row["status"] or "").upper() not in {"DRAFT", "VOID"}
    if row["customer_id"] and counts and "RECEIVABLE" in str(row["type"] or "").upper():
        row["revenue"] = row["total_amount"]
    left = row["balance"] is not None and row["balance"] > 0
    due = row["due_date"] is not None and row["due_date"] < rows.now.date()
    row["overdue"] = left and due
    return True


def _campaign(rows: RowMaker, row: Row, record: Record) -> bool:
    """What a campaign says of itself; else what its mails say together."""
    mails = rows.mailed.get(row["id"] or "", [])
    for name, field in (("recipients", "total_recipients"), ("opens", "opens"), ("clicks", "clicks")):
        told = [found for mail in mails if (found := number(mail.get(field))) is not None]
        own = number(record.get(field))
        row[name] = own if own is not None else sum(told) if told else None
    if row["recipients"] is None and mails:
        row["recipients"] = float(sum(len(members(mail, "contacts")) for mail in mails))
    for name, of in (("open_rate", "opens"), ("click_rate", "clicks")):
        known = row[of] is not None and row["recipients"]
        row[name] = round(100 * row[of] / row["recipients"], 1) if known else None
    return True


def _members(rows: RowMaker) -> Iterator[Row]:
    """Who is on a mailing list, by the list or by the contact."""
    pairs = {
        (key_of(one), key_of(who))
        for one in rows.lists.get("mktg/lists", ())
        for who in members(one, "contacts")
    }
    pairs |= {
        (key_of(one), key_of(who))
        for who in rows.lists.get("mktg/contacts", ())
        for one in members(who, "lists")
    }
    known = rows.index("mktg/contacts")
    for at, who in sorted((str(one), str(who)) for one, who in pairs if who in known):
        yield {"list_id": at, "subscriber_id": who}


def _pay(rows: RowMaker) -> Iterator[Row]:
    for who, employment in rows.employments.items():
        if rows.staff.works(who) and (amount := annual(employment)) is not None:
            yield {**rows.row("pay", employment), "employee": rows.names[who], "annual_pay": amount}


def _reporting(rows: RowMaker) -> Iterator[Row]:
    for manager in rows.staff.managers():
        for who, steps in rows.staff.below(manager).items():
            yield {"manager_id": manager, "employee_id": who, "steps": float(steps)}


def _team_cost(rows: RowMaker) -> Iterator[Row]:
    me, staff = rows.asker, rows.staff
    if me is None:
        return
    shown = staff.managers() if me.hr else [one for one in (me.id, *sorted(me.below)) if staff.below(one)]
    least = 1 if me.hr else rows.least
    for one in costs(staff, rows.lists.get("hris/employments", ()), rows.now.date(), shown, least):
        yield {
            "manager_id": one.manager,
            "manager": rows.names[one.manager],
            "people": float(one.people),
            "cost": one.cost,
            "direct_cost": one.direct,
            "currency": one.currency or None,
        }


_WHOLE: Mapping[str, Callable[[RowMaker], Iterator[Row]]] = {
    "pay": _pay,
    "reporting": _reporting,
    "team_cost": _team_cost,
    "list_members": _members,
}
# Of these, not every record is a row, or a column is not as the record has it.
_KEPT_BY_FILL = listed(
    "employees locations former_employees future_employees employments customers suppliers"
)
_FILL: Mapping[str, Fill] = {
    "employees": _employee,
    "personal": _personal,
    "locations": _office,
    "former_employees": _not_here,
    "future_employees": _not_here,
    "employments": lambda _, row, __: row["employee_id"] is not None,
    "time_off": _time_off,
    "interviews": _of_application,
    "offers": _of_application,
    "scorecards": _of_application,
    "engagements": _engagement,
    "leads": _lead,
    "crm_tasks": _task,
    "tickets": _ticket,
    "customers": lambda _, __, record: bool(record.get("is_customer")) or not record.get("is_supplier"),
    "suppliers": lambda _, __, record: bool(record.get("is_supplier")),
    "invoices": _invoice,
    "payments": _partners,
    "campaigns": _campaign,
}
