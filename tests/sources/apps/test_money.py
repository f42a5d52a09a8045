from __future__ import annotations

from answerable.sources.apps.money import amounts_in, currencies, in_each, probe, told_apart
from answerable.sources.apps.ruling import understand


def test_amounts_are_found_on_every_level() -> None:
    tree = understand(
        "select c.name, (select sum(i.balance) from invoices i where i.customer_id = c.id) from customers c"
    )
    assert [(table, outermost) for _, table, outermost in amounts_in(tree)] == [("invoices", False)]
    assert amounts_in(understand("select number from invoices")) == []
    assert amounts_in(understand("select count(*) from invoices where balance > 0")) == []  # mixes nothing


def test_a_probe_asks_for_the_rows_behind() -> None:
    tree = understand(
        "select customer, sum(revenue) from invoices where status = 'PAID' group by 1 order by 2 limit 3"
    )
    sql = probe(tree, amounts_in(tree)[0][0], "currency").sql()
    assert sql.startswith("SELECT DISTINCT")
    assert "PAID" in sql
    assert "GROUP" not in sql
    assert "LIMIT" not in sql


def test_a_list_of_amounts_gets_their_currency() -> None:
    tree = understand("select number, total_amount from invoices")
    assert told_apart(tree, amounts_in(tree)[0][0]).sql().count("currency") == 2  # the column and its name
    grouped = understand("select currency, sum(balance) from invoices group by currency")
    assert told_apart(grouped, amounts_in(grouped)[0][0]).selects[0].alias == "currency"


def test_a_query_runs_once_for_each_currency() -> None:
    tree = understand("select customer from invoices order by balance desc limit 1")
    apart = in_each(tree, "invoices", ["EUR", None])
    assert apart.named_selects == ["customer", "currency"]
    sql = apart.sql(dialect="duckdb")
    assert sql.count("UNION ALL") == 1
    assert sql.count("LIMIT 1") == 2
    assert "'EUR'" in sql
    assert "IS NOT DISTINCT FROM NULL" in sql


def test_one_currency_is_a_tables_unit() -> None:
    lists: dict[str, list[dict[str, str | None]]] = {
        "accounting/invoices": [{"currency": "USD"}, {"currency": None}],
        "hris/employments": [{"pay_currency": "USD"}, {"pay_currency": "INR"}],
    }
    assert currencies(lists) == {"invoices": "USD", "payments": "USD"}
