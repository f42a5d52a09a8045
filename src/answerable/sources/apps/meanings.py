"""What the columns mean that no record holds as such: days of a balance, overdue, met, within SLA, cost."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Collection, Iterator, Mapping

from answerable.sources.apps.client import Record
from answerable.sources.apps.links import emails
from answerable.sources.apps.pay import annual, costs
from answerable.sources.apps.rows import Row, RowMaker
from answerable.sources.apps.shapes import SHAPES
from answerable.sources.apps.staff import full_name, key_of, members
from answerable.sources.apps.values import country, day, number, text

# Hours of a working day: balances are hours in Merge, people think in days.
HOURS = 8.0
YEAR = 365.25
# The lists that the columns here need besides those of the shape.
NEEDS: Mapping[str, tuple[str, ...]] = {
    "employees": ("hris/locations",),
    "candidates": ("hris/employees",),
    "applications": ("ats/candidates",),
    "interviews": ("ats/applications", "ats/candidates", "ats/jobs"),
    "offers": ("ats/applications", "ats/candidates"),
    "scorecards": ("ats/applications",),
    "jobs": ("ats/users",),
    "engagements": ("crm/contacts", "crm/accounts"),
    "leads": ("crm/contacts", "crm/accounts", "crm/engagements"),
    "tickets": ("ticketing/users", "ticketing/accounts", "crm/accounts"),
    "customers": ("crm/accounts",),
    "invoices": ("accounting/contacts",),
    "payments": ("accounting/contacts",),
    "subscribers": ("crm/contacts",),
}
# Columns of people that only some questions want, and the list they would cost.
ON_DEMAND = {
    ("employees", "job_title"): "hris/employments",
    ("personal", "employment_type"): "hris/employments",
}
Fill = Callable[[RowMaker, Row, Record], bool]


def needs(table: str, wanted: str = "") -> set[str]:
    """The lists a table is made of, for a query with these words."""
    extra = {place for (name, column), place in ON_DEMAND.items() if name == table and column in wanted}
    return SHAPES[table].needs | set(NEEDS.get(table, ())) | extra


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
        name=full_name(record),
        city=text(site.get("city")) or text(site.get("name")),
        country=country(site.get("country")),
        reports_to=rows.names.get(row["manager_id"] or ""),
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
    del record
    if born := row["date_of_birth"]:  # who was born on 29 February has it on the last day of the month
        last = monthrange(rows.now.year, born.month)[1]
        row["celebrated_on"] = born.replace(year=rows.now.year, day=min(born.day, last))
    row["employee"] = rows.names.get(row["employee_id"] or "")
    row["employment_type"] = text(rows.employments.get(row["employee_id"], {}).get("employment_type"))
    return True


def _not_here(rows: RowMaker, row: Row, record: Record) -> bool:
    """Whoever has left, or has not begun yet."""
    row["name"] = full_name(record)
    if "left_on" in row:
        return row["id"] in rows.staff.former
    row["start_date"] = row["start_date"] or day(record.get("hire_date"))
    return row["id"] in rows.staff.coming


def _named(rows: RowMaker, row: Row, record: Record) -> bool:
    del rows
    row["name"] = full_name(record) or None
    return True


def _employment(rows: RowMaker, row: Row, record: Record) -> bool:
    del rows
    row["rate_per_year"] = annual(record)
    return row["employee_id"] is not None


def _time_off(rows: RowMaker, row: Row, record: Record) -> bool:
    amount, today = number(record.get("amount")), rows.now.date()
    row["employee"] = rows.names.get(row["employee_id"] or "")
    if amount is not None:
        in_hours = str(record.get("units") or "").upper() == "HOURS"
        row["days"] = amount / HOURS if in_hours else amount
        row["hours"] = amount if in_hours else amount * HOURS
    begins, ends = row["start_date"], row["end_date"] or row["start_date"]
    if begins:
        row.update(upcoming=begins > today, current=begins <= today <= ends)
    return True


def _balance(rows: RowMaker, row: Row, record: Record) -> bool:
    del record
    row["employee"] = rows.names.get(row["employee_id"] or "")
    row["days"] = None if row["hours"] is None else row["hours"] / HOURS
    row["used_days"] = None if row["used_hours"] is None else row["used_hours"] / HOURS
    return True


def _job(rows: RowMaker, row: Row, record: Record) -> bool:
    who = (rows.links.person("ats", one) for one in members(record, "hiring_managers"))
    row["hiring_manager"] = ", ".join(rows.names[one] for one in who if one) or None
    return True


def _candidate(rows: RowMaker, row: Row, record: Record) -> bool:
    row.update(name=full_name(record) or None, employee_id=rows.links.employee(record))
    return True


def _application(rows: RowMaker, row: Row, record: Record) -> bool:
    del record
    row["candidate"] = rows.name_of("ats/candidates", row["candidate_id"])
    return True


def _of_application(rows: RowMaker, row: Row, record: Record) -> bool:
    application = rows.index("ats/applications").get(row["application_id"] or "", {})
    row["candidate_id"], row["job_id"] = key_of(application.get("candidate")), key_of(application.get("job"))
    if "candidate" in row:
        row["candidate"] = rows.name_of("ats/candidates", row["candidate_id"])
    if "interviewers" in row:
        who = (rows.links.person("ats", one) for one in members(record, "interviewers"))
        row["interviewers"] = ", ".join(rows.names[one] for one in who if one) or None
        row["job"] = rows.name_of("ats/jobs", row["job_id"])
        row["upcoming"] = None if row["start_at"] is None else row["start_at"] > rows.now
    return True


def _owned(rows: RowMaker, row: Row, record: Record) -> bool:
    del record
    row["owner"] = rows.names.get(row["owner_id"] or "")
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
        upcoming=None if row["start_time"] is None else row["start_time"] > rows.now,
    )
    return _owned(rows, row, record)


def _lead(rows: RowMaker, row: Row, record: Record) -> bool:
    contacts = rows.links.contacts_of(record)
    account = key_of(record.get("converted_account")) or next(
        (home for c in contacts if (home := key_of(rows.index("crm/contacts").get(c, {}).get("account")))),
        None,
    )
    row.update(
        name=full_name(record) or None,
        contact_id=key_of(record.get("converted_contact")) or rows.links.contact(record),
        account_id=account or rows.links.company(record.get("company"), emails(record)),
        met=bool(contacts & rows.engaged),
    )
    return _owned(rows, row, record)


def _ticket(rows: RowMaker, row: Row, record: Record) -> bool:
    who = (rows.links.person("ticketing", one) for one in members(record, "assignees"))
    done, due = row["completed_at"], row["due_date"]
    closed = str(row["status"] or "").upper() == "CLOSED"
    kind = str(row["type"] or "").casefold()
    row.update(
        assignees=", ".join(rows.names[one] for one in who if one) or None,
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


def _customer(rows: RowMaker, row: Row, record: Record) -> bool:
    del rows, row
    return bool(record.get("is_customer")) or not record.get("is_supplier")


def _supplier(rows: RowMaker, row: Row, record: Record) -> bool:
    del rows, row
    return bool(record.get("is_supplier"))


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


def _subscriber(rows: RowMaker, row: Row, record: Record) -> bool:
    row.update(name=full_name(record) or None, contact_id=rows.links.contact(record))
    return True


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
            "currency": one.currency or None,
        }


_WHOLE: Mapping[str, Callable[[RowMaker], Iterator[Row]]] = {
    "pay": _pay,
    "reporting": _reporting,
    "team_cost": _team_cost,
}
# Of these, not every record is a row, or a column is not as the record has it.
_KEPT_BY_FILL = frozenset(
    {"employees", "former_employees", "future_employees", "employments", "customers", "suppliers"}
)
_FILL: Mapping[str, Fill] = {
    "employees": _employee,
    "personal": _personal,
    "former_employees": _not_here,
    "future_employees": _not_here,
    "employments": _employment,
    "time_off": _time_off,
    "time_off_balances": _balance,
    "jobs": _job,
    "candidates": _candidate,
    "applications": _application,
    "interviews": _of_application,
    "offers": _of_application,
    "scorecards": _of_application,
    "accounts": _owned,
    "contacts": _named,
    "engagements": _engagement,
    "leads": _lead,
    "opportunities": _owned,
    "crm_tasks": _task,
    "tickets": _ticket,
    "customers": _customer,
    "suppliers": _supplier,
    "invoices": _invoice,
    "payments": _partners,
    "subscribers": _subscriber,
}
