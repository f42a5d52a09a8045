-- Queries people and planners ask of sales.sql. One per paragraph; "@" names the dialects that can run it
-- (none named: every one).

SELECT l_returned, l_status, SUM(l_quantity) AS quantity, SUM(l_price) AS base, SUM(l_price * (1 - l_discount)) AS reduced,
       SUM(l_price * (1 - l_discount) * (1 + l_tax)) AS charged, AVG(l_quantity) AS mean_quantity, COUNT(*) AS lines
FROM lineitem WHERE l_shipped <= '2024-12-01' GROUP BY l_returned, l_status ORDER BY l_returned, l_status

SELECT s.s_balance, s.s_name, n.n_name, p.p_key, p.p_brand
FROM part p JOIN partsupp ps ON p.p_key = ps.ps_part JOIN supplier s ON s.s_key = ps.ps_supplier
JOIN nation n ON s.s_nation = n.n_key JOIN region r ON n.n_region = r.r_key
WHERE p.p_size = 15 AND p.p_type LIKE '%BRASS' AND r.r_name = 'EUROPE'
  AND ps.ps_cost = (SELECT MIN(x.ps_cost) FROM partsupp x JOIN supplier y ON y.s_key = x.ps_supplier
                    JOIN nation z ON z.n_key = y.s_nation WHERE x.ps_part = p.p_key)
ORDER BY s.s_balance DESC, n.n_name, s.s_name, p.p_key LIMIT 100

SELECT l.l_order, SUM(l.l_price * (1 - l.l_discount)) AS revenue, o.o_date, o.o_priority
FROM customer c, orders o, lineitem l
WHERE c.c_segment = 'BUILDING' AND c.c_key = o.o_customer AND l.l_order = o.o_key AND o.o_date < '2024-03-15'
GROUP BY l.l_order, o.o_date, o.o_priority ORDER BY revenue DESC, o.o_date LIMIT 10

SELECT o_priority, COUNT(*) AS n FROM orders
WHERE o_date >= '2024-01-01' AND o_date < '2024-04-01'
  AND EXISTS (SELECT * FROM lineitem WHERE l_order = o_key AND l_promised < l_received)
GROUP BY o_priority ORDER BY o_priority

SELECT n.n_name, SUM(l.l_price * (1 - l.l_discount)) AS revenue
FROM customer c JOIN orders o ON c.c_key = o.o_customer JOIN lineitem l ON l.l_order = o.o_key
JOIN supplier s ON l.l_supplier = s.s_key AND c.c_nation = s.s_nation JOIN nation n ON s.s_nation = n.n_key
WHERE o.o_date BETWEEN '2024-01-01' AND '2024-12-31' GROUP BY n.n_name ORDER BY revenue DESC

SELECT SUM(l_price * l_discount) AS revenue FROM lineitem
WHERE l_shipped >= '2024-01-01' AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24

SELECT a.n_name AS seller, b.n_name AS buyer, SUM(l.l_price) AS volume
FROM supplier s, lineitem l, orders o, customer c, nation a, nation b
WHERE s.s_key = l.l_supplier AND o.o_key = l.l_order AND c.c_key = o.o_customer AND s.s_nation = a.n_key
  AND c.c_nation = b.n_key AND ((a.n_name = 'JAPAN' AND b.n_name = 'GERMANY') OR (a.n_name = 'GERMANY' AND b.n_name = 'JAPAN'))
GROUP BY a.n_name, b.n_name ORDER BY seller, buyer

SELECT c.c_key, c.c_name, SUM(l.l_price * (1 - l.l_discount)) AS lost, c.c_balance, n.n_name
FROM customer c JOIN orders o ON c.c_key = o.o_customer JOIN lineitem l ON l.l_order = o.o_key JOIN nation n ON c.c_nation = n.n_key
WHERE l.l_returned = 'R' GROUP BY c.c_key, c.c_name, c.c_balance, n.n_name ORDER BY lost DESC LIMIT 20

SELECT ps_part, SUM(ps_cost * ps_available) AS worth FROM partsupp
GROUP BY ps_part HAVING SUM(ps_cost * ps_available) > (SELECT SUM(ps_cost * ps_available) * 0.0001 FROM partsupp) ORDER BY worth DESC

SELECT l.l_mode, SUM(CASE WHEN o.o_priority = '1-URGENT' OR o.o_priority = '2-HIGH' THEN 1 ELSE 0 END) AS high,
       SUM(CASE WHEN o.o_priority <> '1-URGENT' AND o.o_priority <> '2-HIGH' THEN 1 ELSE 0 END) AS low
FROM orders o JOIN lineitem l ON o.o_key = l.l_order
WHERE l.l_mode IN ('AIR', 'SHIP') AND l.l_shipped < l.l_promised GROUP BY l.l_mode ORDER BY l.l_mode

SELECT many, COUNT(*) AS customers FROM (
  SELECT c.c_key AS who, COUNT(o.o_key) AS many FROM customer c LEFT OUTER JOIN orders o
  ON c.c_key = o.o_customer AND o.o_clerk NOT LIKE '%special%' GROUP BY c.c_key) AS per_customer
GROUP BY many ORDER BY customers DESC, many DESC

SELECT 100.0 * SUM(CASE WHEN p.p_type LIKE 'SMALL%' THEN l.l_price ELSE 0 END) / SUM(l.l_price) AS share
FROM lineitem l JOIN part p ON l.l_part = p.p_key

WITH revenue AS (SELECT l_supplier AS who, SUM(l_price * (1 - l_discount)) AS total FROM lineitem GROUP BY l_supplier)
SELECT s.s_key, s.s_name, revenue.total FROM supplier s JOIN revenue ON s.s_key = revenue.who
WHERE revenue.total = (SELECT MAX(total) FROM revenue) ORDER BY s.s_key

SELECT p.p_brand, p.p_type, p.p_size, COUNT(DISTINCT ps.ps_supplier) AS suppliers FROM partsupp ps JOIN part p ON p.p_key = ps.ps_part
WHERE p.p_brand <> 'Brand 9' AND p.p_size IN (5, 15, 23) AND ps.ps_supplier NOT IN (SELECT s_key FROM supplier WHERE s_balance < 0)
GROUP BY p.p_brand, p.p_type, p.p_size ORDER BY suppliers DESC, p.p_brand

SELECT AVG(l.l_price) / 7.0 AS yearly FROM lineitem l JOIN part p ON p.p_key = l.l_part
WHERE l.l_quantity < (SELECT 0.2 * AVG(x.l_quantity) FROM lineitem x WHERE x.l_part = p.p_key)

SELECT c.c_name, o.o_key, SUM(l.l_quantity) AS q FROM customer c, orders o, lineitem l
WHERE o.o_key IN (SELECT l_order FROM lineitem GROUP BY l_order HAVING SUM(l_quantity) > 10)
  AND c.c_key = o.o_customer AND o.o_key = l.l_order GROUP BY c.c_name, o.o_key ORDER BY q DESC LIMIT 100

SELECT s.s_name, COUNT(*) AS waits FROM supplier s JOIN lineitem l1 ON s.s_key = l1.l_supplier JOIN orders o ON o.o_key = l1.l_order
WHERE l1.l_received > l1.l_promised AND EXISTS (SELECT 1 FROM lineitem l2 WHERE l2.l_order = l1.l_order AND l2.l_supplier <> l1.l_supplier)
  AND NOT EXISTS (SELECT 1 FROM lineitem l3 WHERE l3.l_order = l1.l_order AND l3.l_supplier <> l1.l_supplier AND l3.l_received > l3.l_promised)
GROUP BY s.s_name ORDER BY waits DESC, s.s_name

SELECT prefix, COUNT(*) AS customers, SUM(balance) AS total FROM (
  SELECT SUBSTR(c_phone, 1, 2) AS prefix, c_balance AS balance FROM customer
  WHERE SUBSTR(c_phone, 1, 2) IN ('41', '49') AND NOT EXISTS (SELECT 1 FROM orders WHERE o_customer = c_key)) AS quiet
GROUP BY prefix ORDER BY prefix

WITH monthly AS (SELECT o_customer, SUBSTR(CAST(o_date AS VARCHAR(10)), 1, 7) AS month, SUM(o_total) AS total FROM orders GROUP BY o_customer, SUBSTR(CAST(o_date AS VARCHAR(10)), 1, 7)),
ranked AS (SELECT month, o_customer, total, RANK() OVER (PARTITION BY month ORDER BY total DESC) AS place FROM monthly)
SELECT r.month, c.c_name, r.total FROM ranked r JOIN customer c ON c.c_key = r.o_customer WHERE r.place <= 3 ORDER BY r.month, r.place
@ sqlite postgres duckdb

SELECT o_customer, o_date, o_total, SUM(o_total) OVER (PARTITION BY o_customer ORDER BY o_date ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS running,
       LAG(o_total, 1) OVER (PARTITION BY o_customer ORDER BY o_date) AS before, LEAD(o_total) OVER (PARTITION BY o_customer ORDER BY o_date) AS after
FROM orders ORDER BY o_customer, o_date

SELECT o_key, o_total, NTILE(4) OVER (ORDER BY o_total) AS quarter, ROW_NUMBER() OVER (ORDER BY o_total DESC) AS place,
       DENSE_RANK() OVER (ORDER BY o_status) AS dense, PERCENT_RANK() OVER (ORDER BY o_total) AS share, CUME_DIST() OVER (ORDER BY o_total) AS cume FROM orders

SELECT o_key, FIRST_VALUE(o_total) OVER w AS first, LAST_VALUE(o_total) OVER w AS last, AVG(o_total) OVER (ORDER BY o_date ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS moving
FROM orders WINDOW w AS (PARTITION BY o_status ORDER BY o_date)

WITH RECURSIVE days(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM days WHERE n < 31) SELECT COUNT(*) AS days FROM days

WITH RECURSIVE up AS (SELECT n_key, n_name, n_region FROM nation WHERE n_key = 1 UNION ALL SELECT n.n_key, n.n_name, n.n_region FROM nation n JOIN up ON n.n_key = up.n_key + 1)
SELECT * FROM up ORDER BY n_key

SELECT c_name FROM customer UNION SELECT s_name FROM supplier ORDER BY 1

SELECT c_nation FROM customer INTERSECT SELECT s_nation FROM supplier

SELECT c_nation FROM customer EXCEPT SELECT s_nation FROM supplier

SELECT 'customer' AS kind, COUNT(*) AS n FROM customer UNION ALL SELECT 'supplier', COUNT(*) FROM supplier UNION ALL SELECT 'part', COUNT(*) FROM part ORDER BY n DESC

SELECT COALESCE(n_name, 'unknown') AS nation, COUNT(c_key) AS n FROM nation LEFT JOIN customer ON c_nation = n_key GROUP BY COALESCE(n_name, 'unknown')

SELECT UPPER(c_name), LOWER(c_segment), LENGTH(c_name), TRIM(c_name), REPLACE(c_name, 'Customer', 'C'), ROUND(c_balance, 1), ABS(c_balance) FROM customer

SELECT NULLIF(c_balance, 0), CASE WHEN c_balance > 0 THEN 'credit' WHEN c_balance < 0 THEN 'debt' ELSE 'even' END FROM customer

SELECT COUNT(*) FROM customer WHERE c_balance IS NOT NULL AND NOT (c_segment = 'BUILDING' OR c_segment LIKE 'M%')

SELECT DISTINCT c_segment, c_nation FROM customer ORDER BY c_segment DESC, c_nation LIMIT 5 OFFSET 1

SELECT MAX(o_total) - MIN(o_total) AS spread, AVG(o_total) AS mean, COUNT(DISTINCT o_customer) AS customers FROM orders

SELECT n.n_name, (SELECT COUNT(*) FROM customer c WHERE c.c_nation = n.n_key) AS customers, (SELECT COUNT(*) FROM supplier s WHERE s.s_nation = n.n_key) AS suppliers FROM nation n

SELECT * FROM (SELECT c_key AS id, c_name AS name FROM customer) AS t WHERE t.id > 1

SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t(id, name) JOIN nation ON n_key = t.id
@ postgres duckdb

SELECT t.* , n.n_name FROM customer t JOIN nation n ON n.n_key = t.c_nation

SELECT customer.c_name FROM customer WHERE customer.c_key IN (1, 2, 3)

SELECT "c_name" FROM "customer" WHERE "c_key" = 1
@ sqlite postgres duckdb

SELECT `c_name` FROM `customer` WHERE `c_key` = 1
@ sqlite mysql

SELECT c_name -- the name\nFROM customer /* all of them */ WHERE c_key = 1

SELECT c_name FROM customer WHERE c_name = 'O''Brien; DROP TABLE customer'

SELECT c_name FROM customer WHERE c_name LIKE '%/* not a comment%' OR c_name LIKE '--%'

SELECT c_name FROM customer WHERE c_key = -1 OR c_key = +2 OR c_balance > 1e3 OR c_balance < .5

SELECT c_name FROM customer c WHERE 2 <= (SELECT COUNT(*) FROM orders o WHERE o.o_customer = c.c_key);

(SELECT c_name FROM customer)

SELECT c1.c_name, c2.c_name FROM customer c1 JOIN customer c2 ON c1.c_nation = c2.c_nation AND c1.c_key < c2.c_key

SELECT c_name, n_name FROM customer CROSS JOIN nation WHERE c_nation = n_key

SELECT n_name FROM nation NATURAL JOIN (SELECT n_key FROM nation WHERE n_key > 1) AS later

SELECT s_name FROM supplier JOIN (SELECT ps_supplier AS s_key, SUM(ps_available) AS total FROM partsupp GROUP BY ps_supplier) AS t USING (s_key)

SELECT c_segment, COUNT(*) FROM customer GROUP BY c_segment HAVING COUNT(*) > 1

SELECT c_segment, COUNT(*) AS n FROM customer GROUP BY 1 ORDER BY 2 DESC

SELECT SUM(o_total) FILTER (WHERE o_status = 'F') AS done, SUM(o_total) AS total FROM orders
@ sqlite postgres duckdb

SELECT strftime('%Y-%m', o_date) AS month, SUM(o_total) FROM orders GROUP BY 1 ORDER BY 1
@ sqlite

SELECT date(o_date, 'start of month'), julianday(l_received) - julianday(l_shipped) FROM orders JOIN lineitem ON l_order = o_key
@ sqlite

SELECT COUNT(*) FROM orders WHERE o_date >= date('now', '-1 month') AND o_date < datetime('now')
@ sqlite

SELECT group_concat(DISTINCT c_segment), total(c_balance), ifnull(c_phone, '-'), iif(c_balance > 0, 'y', 'n'), instr(c_name, 'm'), printf('%.2f', c_balance) FROM customer
@ sqlite

SELECT c_name COLLATE NOCASE FROM customer WHERE c_name GLOB 'C*' ORDER BY c_name COLLATE NOCASE
@ sqlite

SELECT typeof(c_balance), c_balance || ' CHF', c_key % 2, c_key / 2, CAST(c_balance AS INTEGER), unixepoch('now'), hex(c_name) FROM customer
@ sqlite

SELECT json_extract('{"a": 1}', '$.a'), json_group_array(c_name), max(c_key, 2), min(c_key, 2) FROM customer
@ sqlite

SELECT date_trunc('month', o_date) AS month, SUM(o_total) FROM orders GROUP BY 1 ORDER BY 1
@ postgres duckdb

SELECT EXTRACT(YEAR FROM o_date) AS year, EXTRACT(MONTH FROM o_date) AS month, COUNT(*) FROM orders GROUP BY 1, 2
@ postgres duckdb mysql

SELECT to_char(o_date, 'YYYY-MM'), o_total::text, o_date::date, o_total::numeric(10, 1), c_name ILIKE '%cust%' FROM orders JOIN customer ON c_key = o_customer
@ postgres

SELECT string_agg(c_name, ', ' ORDER BY c_name), array_agg(c_key), bool_and(c_key > 0), count(*) FILTER (WHERE c_balance > 0) FROM customer
@ postgres

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY o_total), stddev(o_total), variance(o_total), corr(o_total, o_key), mode() WITHIN GROUP (ORDER BY o_status) FROM orders
@ postgres

SELECT o_date + INTERVAL '1 month', o_date - INTERVAL '7 days', CURRENT_DATE - o_date, now() FROM orders
@ postgres

SELECT age(CURRENT_DATE, o_date), date_part('year', o_date), make_date(2024, 1, 1), greatest(o_total, 5), least(o_total, 5) FROM orders
@ postgres

SELECT c_segment, c_nation, GROUPING(c_segment), COUNT(*) FROM customer GROUP BY ROLLUP (c_segment, c_nation)
@ postgres duckdb

SELECT c_segment, c_nation, COUNT(*) FROM customer GROUP BY GROUPING SETS ((c_segment), (c_nation), ())
@ postgres duckdb

SELECT c_segment, c_nation, SUM(c_balance) FROM customer GROUP BY CUBE (c_segment, c_nation)
@ postgres duckdb

SELECT DISTINCT ON (o_customer) o_customer, o_date, o_total FROM orders ORDER BY o_customer, o_date DESC
@ postgres duckdb

SELECT c.c_name, latest.o_date FROM customer c LEFT JOIN LATERAL (SELECT o_date FROM orders o WHERE o.o_customer = c.c_key ORDER BY o_date DESC LIMIT 1) AS latest ON TRUE
@ postgres duckdb

SELECT c_name FROM customer WHERE c_name ~* '^cust' AND c_segment IS DISTINCT FROM 'X' AND c_key = ANY (ARRAY[1, 2])
@ postgres

SELECT c_name FROM customer WHERE (c_nation, c_segment) IN (SELECT s_nation, 'BUILDING' FROM supplier)

SELECT c_name FROM customer ORDER BY c_balance DESC NULLS LAST FETCH FIRST 3 ROWS ONLY
@ postgres

SELECT split_part(c_name, ' ', 2), initcap(c_segment), position('m' IN c_name), left(c_name, 3), right(c_name, 3), concat(c_name, '-', c_key), concat_ws(', ', c_name, c_segment), lpad(c_segment, 12, '.'), regexp_replace(c_name, 'o', '0') FROM customer
@ postgres

SELECT public.customer.c_name FROM public.customer
@ postgres

WITH x AS MATERIALIZED (SELECT * FROM orders WHERE o_total > 10) SELECT COUNT(*) FROM x
@ postgres

SELECT MEDIAN(o_total), QUANTILE_CONT(o_total, 0.9), ARG_MAX(o_key, o_total), ANY_VALUE(o_status), STRING_AGG(o_clerk, ', ') FROM orders
@ duckdb

SELECT o_customer, o_total FROM orders QUALIFY ROW_NUMBER() OVER (PARTITION BY o_customer ORDER BY o_total DESC) = 1
@ duckdb

FROM orders SELECT o_status, COUNT(*) GROUP BY ALL ORDER BY ALL
@ duckdb

SELECT * EXCLUDE (o_clerk) FROM orders
@ duckdb

SELECT strftime(o_date, '%Y'), date_diff('day', l_shipped, l_received), year(o_date), month(o_date), monthname(o_date), o_total::INTEGER FROM orders JOIN lineitem ON l_order = o_key
@ duckdb

SELECT DATE_FORMAT(o_date, '%Y-%m') AS m, SUM(o_total), GROUP_CONCAT(o_clerk SEPARATOR ', ') FROM orders GROUP BY m
@ mysql

SELECT DATE_ADD(o_date, INTERVAL 1 MONTH), DATEDIFF(l_received, l_shipped), YEAR(o_date), MONTH(o_date), CURDATE(), NOW(), IFNULL(o_clerk, '-'), IF(o_total > 5, 1, 0) FROM orders JOIN lineitem ON l_order = o_key
@ mysql

SELECT SUBSTRING_INDEX(c_name, ' ', 1), CHAR_LENGTH(c_name), LOCATE('m', c_name), CONCAT(c_name, c_key), STR_TO_DATE('2024', '%Y'), c_key DIV 2, c_key MOD 2 FROM customer LIMIT 5, 10
@ mysql

SELECT c_name FROM customer WHERE c_name RLIKE '^C' AND c_segment <=> 'BUILDING'
@ mysql
