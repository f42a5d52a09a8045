-- The tables that legitimate.sql asks: a trading company in the manner of decision-support benchmarks.
CREATE TABLE region (r_key INTEGER PRIMARY KEY, r_name VARCHAR(25), r_note VARCHAR(100));
CREATE TABLE nation (n_key INTEGER PRIMARY KEY, n_name VARCHAR(25), n_region INTEGER REFERENCES region (r_key));
CREATE TABLE supplier (s_key INTEGER PRIMARY KEY, s_name VARCHAR(25), s_nation INTEGER REFERENCES nation (n_key), s_phone VARCHAR(15), s_balance DECIMAL(15, 2));
CREATE TABLE customer (c_key INTEGER PRIMARY KEY, c_name VARCHAR(25), c_nation INTEGER REFERENCES nation (n_key), c_segment VARCHAR(10), c_balance DECIMAL(15, 2), c_phone VARCHAR(15));
CREATE TABLE part (p_key INTEGER PRIMARY KEY, p_name VARCHAR(55), p_brand VARCHAR(10), p_type VARCHAR(25), p_size INTEGER, p_container VARCHAR(10), p_price DECIMAL(15, 2));
CREATE TABLE partsupp (ps_part INTEGER REFERENCES part (p_key), ps_supplier INTEGER REFERENCES supplier (s_key), ps_available INTEGER, ps_cost DECIMAL(15, 2), PRIMARY KEY (ps_part, ps_supplier));
CREATE TABLE orders (o_key INTEGER PRIMARY KEY, o_customer INTEGER REFERENCES customer (c_key), o_status CHAR(1), o_total DECIMAL(15, 2), o_date DATE, o_priority VARCHAR(15), o_clerk VARCHAR(15));
CREATE TABLE lineitem (l_order INTEGER REFERENCES orders (o_key), l_line INTEGER, l_part INTEGER REFERENCES part (p_key), l_supplier INTEGER REFERENCES supplier (s_key), l_quantity DECIMAL(15, 2), l_price DECIMAL(15, 2), l_discount DECIMAL(15, 2), l_tax DECIMAL(15, 2), l_returned CHAR(1), l_status CHAR(1), l_shipped DATE, l_promised DATE, l_received DATE, l_mode VARCHAR(10), PRIMARY KEY (l_order, l_line));
INSERT INTO region VALUES (1, 'EUROPE', 'a'), (2, 'ASIA', 'b');
INSERT INTO nation VALUES (1, 'SWITZERLAND', 1), (2, 'GERMANY', 1), (3, 'JAPAN', 2);
INSERT INTO supplier VALUES (1, 'Supplier 1', 1, '41-1', 100.5), (2, 'Supplier 2', 3, '81-1', -20.25);
INSERT INTO customer VALUES (1, 'Customer 1', 1, 'BUILDING', 10.5, '41-2'), (2, 'Customer 2', 2, 'MACHINERY', 0, '49-2'), (3, 'Customer 3', 3, 'BUILDING', -5, '81-2');
INSERT INTO part VALUES (1, 'green steel bolt', 'Brand 1', 'SMALL STEEL', 5, 'BOX', 1.5), (2, 'blue brass nut', 'Brand 2', 'LARGE BRASS', 15, 'BAG', 2.5);
INSERT INTO partsupp VALUES (1, 1, 100, 0.8), (1, 2, 50, 0.9), (2, 2, 10, 1.9);
INSERT INTO orders VALUES (1, 1, 'O', 150, '2024-01-15', '1-URGENT', 'Clerk 1'), (2, 2, 'F', 80, '2024-03-20', '3-MEDIUM', 'Clerk 2'), (3, 1, 'F', 20, '2023-12-01', '5-LOW', 'Clerk 1');
INSERT INTO lineitem VALUES (1, 1, 1, 1, 10, 15, 0.05, 0.08, 'N', 'O', '2024-01-20', '2024-01-25', '2024-01-22', 'RAIL'), (1, 2, 2, 2, 4, 10, 0, 0.08, 'R', 'F', '2024-02-01', '2024-01-30', '2024-02-05', 'AIR'), (2, 1, 1, 2, 20, 30, 0.1, 0.02, 'N', 'F', '2024-03-25', '2024-04-01', '2024-03-28', 'SHIP');
