"""Queries about people's private rows, made at random, in every way a planner may write them."""

from __future__ import annotations

from random import Random

from tests.sources.apps.company import Office

# table -> a measure of it, and a condition on what only its owners may see
PRIVATE = {
    "pay": ("annual_pay", "x.annual_pay > 60000"),
    "time_off": ("days", "x.status = 'REQUESTED'"),
    "time_off_balances": ("hours", "x.hours > 40"),
    "employments": ("rate_per_year", "x.pay_rate > 1000"),
    "personal": ("date_of_birth", "x.date_of_birth > '1980-01-01'"),
}
PEOPLE = (
    "e.is_me", "e.my_team", "e.below_me", "e.reports_to_me", "e.city = 'Bangalore'", "e.team = 'Platform'",
    "e.is_manager", "1 = 1",
)  # fmt: skip


def random_query(dice: Random, office: Office) -> tuple[str, str, str]:
    """A private table, the condition on whom it is about, and a query of both."""
    table = dice.choice(list(PRIVATE))
    measure, private = PRIVATE[table]
    named = f"e.name = '{dice.choice(office.truth.staff())['display_full_name']}'"
    some = dice.sample((*PEOPLE, named), 2)
    people = dice.choice([some[0], " and ".join(some), f"({' or '.join(some)})", f"not ({some[0]})"])
    worth = dice.choice(
        ["count(*)", f"max(x.{measure})", f"min(x.{measure})", "count(distinct x.employee_id)"]
    )
    no = dice.choice(["", "not "])
    join = "join employees e on e.id = x.employee_id"
    ways = [
        f"select {worth} from {table} x {join} where {people}",
        f"select {worth} from {table} x {join} where {people} and {private}",
        f"select e.name, {worth} from employees e left join {table} x on x.employee_id = e.id and {private} "
        f"where {people} group by e.name",
        f"select e.name from employees e where {people} and "
        f"{no}exists (select 1 from {table} x where x.employee_id = e.id and {private})",
        f"select e.name from employees e where {people} and "
        f"e.id {no}in (select x.employee_id from {table} x where {private})",
        f"select e.name, q.v from employees e join "
        f"(select x.employee_id as k, {worth} as v from {table} x group by 1) q on q.k = e.id where {people}",
        f"with q as (select e.id, e.name from employees e where {people}) "
        f"select q.name, {worth} from q join {table} x on x.employee_id = q.id group by 1",
        f"select e.team, (select {worth} from {table} x where x.employee_id = e.id) from employees e where {people}",
    ]
    return table, people, dice.choice(ways)
