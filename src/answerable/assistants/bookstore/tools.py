"""The bookstore's four tools, over its database. The rules of a return stand in policies/returns.toml alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any

from answerable.domain.calls import Effect, Permit
from answerable.errors import AssistantError, ToolRefused
from answerable.tools import AtMost, Gave, Requires, Tries, tool
from answerable.tools.policy import Policy

CURRENCY = "EUR"
HALF_AN_HOUR, A_DAY = 1800.0, 86_400.0
_ITEMS = """
    SELECT i.line, i.title, i.author, i.kind, i.price, i.final_sale, i.opened, s.carrier, s.tracking,
           s.shipped_on, s.due_on, s.delivered_on, s.lost_on, r.started_on AS returned_on
    FROM items i LEFT JOIN shipments s ON s.id = i.shipment_id
    LEFT JOIN returns r ON r.order_id = i.order_id AND r.line = i.line
    WHERE i.order_id = ? ORDER BY i.line
"""
_START = "INSERT INTO returns (permit, order_id, line, started_on, refund) VALUES (?, ?, ?, ?, ?)"
_DONE = "SELECT * FROM returns WHERE permit = ? ORDER BY line"


class Bookstore:
    """The shop's database and its policy."""

    def __init__(self, database: Path, policy: Policy) -> None:
        if not database.is_file():
            raise AssistantError(
                str(database), "does not exist.", hint="Make the demo one with: answerable sandbox bookstore"
            )
        self.policy = policy
        # Never makes an empty database where there is none.
        self._address = f"{database.resolve().as_uri()}?mode=rw"

    @contextmanager
    def open(self, begin: str = "BEGIN") -> Iterator[sqlite3.Connection]:
        """A connection for one call; what is written is kept when it ends well."""
        connection = sqlite3.connect(self._address, uri=True, timeout=10.0, isolation_level=None)
        connection.row_factory = sqlite3.Row
        try:
            connection.execute(begin)
            yield connection
            connection.execute("COMMIT")
        finally:
            connection.close()

    def items(self, connection: sqlite3.Connection, order_id: str, *, today: date) -> list[dict[str, Any]]:
        """The items of an order, each with where it is and what the policy says about returning it."""
        order = connection.execute("SELECT gift, cancelled FROM orders WHERE id = ?", (order_id,)).fetchone()
        found = []
        for row in connection.execute(_ITEMS, (order_id,)):
            item = {name: row[name] for name in row.keys()}  # noqa: SIM118 a Row iterates over its values
            item |= {"final_sale": bool(item["final_sale"]), "opened": bool(item["opened"])}
            item["state"] = "cancelled" if order["cancelled"] else _state(item, today)
            since = date.fromisoformat(item["delivered_on"]) if item["delivered_on"] else None
            judged = self.policy.judge({**item, "gift": bool(order["gift"])}, since=since, today=today)
            item |= {"code": judged.code, "returnable": not judged.code}
            item |= {"until": judged.until.isoformat() if judged.until else ""}
            found.append(item)
        return found


def open_world(folder: Path, database: Path) -> Bookstore:
    """The world these tools work in."""
    return Bookstore(database, Policy.load(folder / "policies"))


def _state(item: dict[str, Any], today: date) -> str:
    if item["returned_on"]:
        return "returned"
    if item["lost_on"]:
        return "lost"
    if item["delivered_on"]:
        return "delivered"
    if not item["shipped_on"]:
        return "processing"
    return "late" if item["due_on"] < today.isoformat() else "shipped"


@tool(trusted=("order_id", "email"), limits=[Tries(5, within=900.0)])
def lookup_order(world: Bookstore, now: datetime, order_id: str, email: str) -> Gave:
    """Find an order by its number and the e-mail address it was placed with. Both are needed; ask for them."""
    with world.open() as connection:
        # One search by both: a wrong address and a number that does not exist are the same miss.
        query = "SELECT id, email, placed_on, gift, note FROM orders WHERE id = ? AND email = ?"
        order = connection.execute(query, (order_id.strip().upper(), email.strip().lower())).fetchone()
        if order is None:
            raise ToolRefused(
                "order_not_found",
                "There is no order with this number and e-mail address. Ask the user to check both.",
            )
        items = world.items(connection, order["id"], today=now.date())
    states = {item["state"] for item in items}
    status = states.pop() if len(states) == 1 else "mixed"
    facts = {name: order[name] for name in ("email", "placed_on")} | {
        "order_id": order["id"],
        "status": status,
    }
    total = round(sum(item["price"] for item in items), 2)
    facts |= {"currency": CURRENCY, "total": total, "count": len(items)}
    parcel = next((item for item in items if item["shipped_on"]), items[0])
    shown = ("carrier", "tracking", "shipped_on", "due_on", "delivered_on", "lost_on", "returned_on")
    facts |= {name: parcel[name] or "" for name in shown}
    rows = tuple(
        {name: item[name] or "" for name in ("line", "title", "author", "kind", "price", "state", *shown)}
        for item in items
    )
    return Gave(facts, rows, notes={"order note": order["note"]} if order["note"] else {})


@tool(
    trusted=("order_id",),
    requires=[Requires("lookup_order", same=("order_id",), within=A_DAY, code="order_not_verified")],
)
def check_return_eligibility(world: Bookstore, now: datetime, order_id: str) -> Gave:
    """Say for every item of an order whether it can be returned, until when, and why not. Call lookup_order first."""
    with world.open() as connection:
        items = world.items(connection, order_id, today=now.date())
    shown = ("line", "title", "author", "kind", "price", "state", "delivered_on", "returned_on", "until")
    names = (*shown, "code", "returnable")
    rows = tuple({name: "" if item[name] is None else item[name] for name in names} for item in items)
    good = tuple(item["line"] for item in items if item["returnable"])
    facts = {"order_id": order_id, "currency": CURRENCY, "returnable": len(good), "count": len(items)}
    facts |= {name: world.policy.values[name] for name in ("window_days", "refund_to")}
    return Gave(facts, rows, good, tuple(item["line"] for item in items if not item["returnable"]))


@tool(
    effect=Effect.WRITE,
    requires=[
        Requires("lookup_order", same=("order_id",), within=A_DAY, code="order_not_verified"),
        Requires(
            "check_return_eligibility", same=("order_id",), each="items", within=HALF_AN_HOUR,
            code="eligibility_not_verified",
        ),
    ],
    once_per=("order_id", "items"),
    limits=[AtMost(10, within=A_DAY)],
    confirm="user",
)  # fmt: skip
def initiate_return(world: Bookstore, permit: Permit, now: datetime, order_id: str, items: list[str]) -> Gave:
    """Start the return of items (line numbers) of an order. Needs a passed eligibility check and the user's yes."""
    with world.open("BEGIN IMMEDIATE") as connection:
        known = {item["line"]: item for item in world.items(connection, order_id, today=now.date())}
        if not connection.execute(_DONE, (permit.id,)).fetchone():
            # The rules are asked again where the change is made: between a check and a yes, time has passed.
            if gone := [line for line in items if line not in known or not known[line]["returnable"]]:
                raise ToolRefused(
                    "not_eligible", f"Item {gone[0]} of {order_id} cannot be returned any more."
                )
            for line in sorted(set(items)):
                row = (permit.id, order_id, line, now.date().isoformat(), known[line]["price"])
                connection.execute(_START, row)
        done = list(connection.execute(_DONE, (permit.id,)))
    titles = [known[row["line"]]["title"] for row in done]
    facts = {"order_id": order_id, "return_id": f"RT-{done[0]['id'] + 5000}", "titles": titles}
    facts |= {"currency": CURRENCY, "refund": round(sum(row["refund"] for row in done), 2)}
    facts |= {"refund_days": world.policy.values["refund_days"], "email": _email(world, order_id)}
    return Gave(facts, passed=tuple(row["line"] for row in done))


def _email(world: Bookstore, order_id: str) -> str:
    with world.open() as connection:
        return str(connection.execute("SELECT email FROM orders WHERE id = ?", (order_id,)).fetchone()[0])


@tool()
def lookup_policy(world: Bookstore, topic: str) -> Gave:
    """Quote what our policies say about a topic: returns, refunds, gifts, shipping, payment, cancelling, contact, …"""
    found = world.policy.about(topic)
    if not found:
        known = ", ".join(clause.id for clause in world.policy.clauses)
        raise ToolRefused("policy_not_found", f"No policy is about this. Known topics: {known}.")
    rows = tuple({"clause": clause.id, "title": clause.title, **clause.text} for clause in found)
    return Gave({"topics": [clause.id for clause in found]}, rows, kind="clause")
