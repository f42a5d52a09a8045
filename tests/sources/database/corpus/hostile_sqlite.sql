PRAGMA table_info(users)
PRAGMA query_only = OFF
PRAGMA writable_schema = ON
PRAGMA journal_mode = DELETE
PRAGMA user_version = 7
PRAGMA foreign_keys = OFF
PRAGMA trusted_schema = ON
PRAGMA temp_store_directory = '/tmp'
PRAGMA database_list
PRAGMA wal_checkpoint(TRUNCATE)
PRAGMA optimize
PRAGMA application_id = 1
ATTACH DATABASE '/tmp/evil.db' AS evil
ATTACH 'file:/etc/passwd?mode=ro' AS p
ATTACH ':memory:' AS m
DETACH DATABASE main
VACUUM INTO '/tmp/copy.db'
VACUUM main INTO '/tmp/copy.db'
REINDEX
REINDEX users
ANALYZE
SELECT load_extension('/tmp/evil.so')
SELECT load_extension('/tmp/evil.so', 'init')
SELECT readfile('/etc/passwd')
SELECT writefile('/tmp/evil', 'x')
SELECT edit('x')
SELECT fts3_tokenizer('simple')
SELECT fts3_tokenizer('evil', x'0000')
SELECT zeroblob(1000000000)
SELECT hex(zeroblob(500000000))
SELECT randomblob(1000000000)
SELECT printf('%1000000000d', 1)
SELECT printf('%*d', 1000000000, 1)
SELECT printf('%.*c', 100000000, 'x')
SELECT printf(name, id) FROM users
SELECT format('%900000000s', 'x')
SELECT group_concat(sql) FROM sqlite_master
SELECT sql FROM sqlite_schema
SELECT * FROM sqlite_temp_master
SELECT * FROM sqlite_temp_schema
SELECT * FROM sqlite_sequence
SELECT * FROM sqlite_stat1
SELECT * FROM main.sqlite_master
SELECT * FROM "sqlite_master"
SELECT * FROM [sqlite_master]
SELECT * FROM `sqlite_master`
SELECT * FROM SQLITE_MASTER
SELECT * FROM temp.users
SELECT * FROM pragma_table_info('users')
SELECT * FROM pragma_database_list
SELECT * FROM pragma_database_list()
SELECT name FROM pragma_function_list
SELECT * FROM pragma_compile_options
SELECT * FROM users, pragma_table_info('secrets')
SELECT * FROM dbstat
SELECT * FROM sqlite_dbpage
SELECT * FROM json_each('[1,2]')
SELECT value FROM users, json_tree(users.name)
SELECT * FROM generate_series(1, 1000000000)
SELECT * FROM fsdir('/')
SELECT * FROM zipfile('/tmp/a.zip')
SELECT * FROM completion('a')
SELECT * FROM bytecode('SELECT 1')
SELECT * FROM tables_used('SELECT * FROM secrets')
SELECT sqlite_version()
SELECT sqlite_source_id()
SELECT sqlite_compileoption_get(0)
SELECT sqlite_compileoption_used('ENABLE_FTS5')
SELECT sqlite_log(1, 'x')
SELECT changes()
SELECT total_changes()
SELECT last_insert_rowid()
SELECT sqlite_offset(id) FROM users
SELECT rowid FROM secrets
SELECT _rowid_ FROM users
SELECT oid FROM users
CREATE VIRTUAL TABLE evil USING fts5(a)
CREATE VIRTUAL TABLE evil USING csv(filename='/etc/passwd')
CREATE TRIGGER evil AFTER INSERT ON users BEGIN DELETE FROM orders; END
CREATE TEMP TRIGGER evil AFTER INSERT ON users BEGIN SELECT 1; END
CREATE TEMP VIEW evil AS SELECT * FROM secrets
DROP TRIGGER evil
INSERT OR REPLACE INTO users (id, name) VALUES (1, 'x')
INSERT OR IGNORE INTO users (id) VALUES (9)
INSERT OR ROLLBACK INTO users (id) VALUES (1)
INSERT INTO users (id) VALUES (9) ON CONFLICT (id) DO UPDATE SET name = 'x'
INSERT INTO users (id) VALUES (9) RETURNING *
INSERT INTO sqlite_master VALUES ('table', 'x', 'x', 2, 'x')
UPDATE OR REPLACE users SET id = 2 WHERE id = 1
UPDATE users SET name = o.status FROM orders o WHERE o.user_id = users.id
UPDATE sqlite_master SET sql = 'x'
DELETE FROM users RETURNING id
DELETE FROM users ORDER BY id LIMIT 1
ALTER TABLE users DROP COLUMN email
CREATE TABLE evil (id INTEGER PRIMARY KEY) WITHOUT ROWID
CREATE TABLE IF NOT EXISTS evil (id INT) STRICT
BEGIN IMMEDIATE
BEGIN EXCLUSIVE TRANSACTION
END TRANSACTION
ROLLBACK TO SAVEPOINT a
EXPLAIN QUERY PLAN SELECT * FROM users
SELECT * FROM users INDEXED BY evil
SELECT name MATCH 'x' FROM users
SELECT eval('DELETE FROM users')
SELECT exec('rm')
SELECT system('id')
SELECT http_get('http://example.invalid')
SELECT define('f', '1')
SELECT RAISE(ABORT, 'x')
SELECT name COLLATE nocase, password FROM users
SELECT name REGEXP readfile('/etc/passwd') FROM users
.shell id
.read /etc/passwd
SELECT 1 UNION SELECT sql FROM sqlite_master
SELECT (SELECT group_concat(name) FROM pragma_table_info('secrets'))
WITH RECURSIVE r(i) AS (SELECT load_extension('x') UNION ALL SELECT i FROM r) SELECT i FROM r
SELECT iif(1, readfile('x'), 2)
SELECT id FROM users WHERE name GLOB load_extension('x')
SELECT id FROM users ORDER BY randomblob(900000000)
SELECT julianday(readfile('/etc/passwd'))
SELECT "password" FROM users
SELECT 1 FROM users WHERE name = 'a\\'; DELETE FROM users; --'
SELECT id FROM users WHERE id = @id
