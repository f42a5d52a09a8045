CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL);
CREATE TABLE orders (
    id TEXT PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, email TEXT NOT NULL,
    placed_on TEXT NOT NULL, gift INTEGER NOT NULL, cancelled INTEGER NOT NULL, note TEXT NOT NULL);
CREATE UNIQUE INDEX orders_by_id_and_email ON orders (id, email);
CREATE TABLE shipments (
    id INTEGER PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders, carrier TEXT NOT NULL,
    tracking TEXT NOT NULL, shipped_on TEXT NOT NULL, due_on TEXT NOT NULL, delivered_on TEXT, lost_on TEXT);
CREATE TABLE items (
    order_id TEXT NOT NULL REFERENCES orders, line TEXT NOT NULL, title TEXT NOT NULL, author TEXT NOT NULL,
    kind TEXT NOT NULL, price REAL NOT NULL, final_sale INTEGER NOT NULL, opened INTEGER NOT NULL,
    shipment_id INTEGER REFERENCES shipments, PRIMARY KEY (order_id, line));
CREATE TABLE returns (
    id INTEGER PRIMARY KEY, permit TEXT NOT NULL, order_id TEXT NOT NULL, line TEXT NOT NULL,
    started_on TEXT NOT NULL, refund REAL NOT NULL, UNIQUE (order_id, line));
