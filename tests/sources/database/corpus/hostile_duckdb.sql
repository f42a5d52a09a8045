SELECT * FROM 'secrets.csv'
SELECT * FROM '/etc/passwd'
SELECT * FROM "data.parquet"
SELECT * FROM 'https://evil.invalid/x.csv'
SELECT * FROM 's3://evil/x.parquet'
SELECT * FROM '*.csv'
SELECT * FROM read_csv('/etc/passwd')
SELECT * FROM read_csv_auto('/etc/passwd')
SELECT * FROM read_parquet('x.parquet')
SELECT * FROM read_parquet(['a.parquet', 'b.parquet'])
SELECT * FROM read_json('x.json')
SELECT * FROM read_json_auto('x.json')
SELECT * FROM read_ndjson('x.json')
SELECT * FROM read_text('/etc/passwd')
SELECT * FROM read_blob('/etc/passwd')
SELECT * FROM parquet_scan('x.parquet')
SELECT * FROM parquet_metadata('x.parquet')
SELECT * FROM parquet_schema('x.parquet')
SELECT * FROM sniff_csv('/etc/passwd')
SELECT * FROM glob('/*')
SELECT * FROM sqlite_scan('x.db', 'secrets')
SELECT * FROM postgres_scan('host=evil.invalid', 'public', 'x')
SELECT * FROM mysql_scan('host=evil.invalid', 'x', 'y')
SELECT * FROM iceberg_scan('x')
SELECT * FROM delta_scan('x')
SELECT * FROM st_read('x.shp')
SELECT * FROM query('DELETE FROM users')
SELECT * FROM query_table('secrets')
SELECT * FROM duckdb_tables()
SELECT * FROM duckdb_tables
SELECT * FROM duckdb_columns()
SELECT * FROM duckdb_settings()
SELECT * FROM duckdb_secrets()
SELECT * FROM duckdb_extensions()
SELECT * FROM duckdb_functions()
SELECT * FROM duckdb_databases()
SELECT * FROM duckdb_views()
SELECT * FROM duckdb_constraints()
SELECT * FROM duckdb_memory()
SELECT * FROM duckdb_temporary_files()
SELECT * FROM duckdb_logs
SELECT * FROM pragma_table_info('secrets')
SELECT * FROM pragma_storage_info('secrets')
SELECT * FROM pragma_show('secrets')
SELECT * FROM pragma_database_size()
SELECT * FROM sqlite_master
SELECT * FROM pg_catalog.pg_class
SELECT * FROM system.information_schema.tables
SELECT * FROM repeat('x', 1000000000)
SELECT * FROM range(1000000000)
SELECT * FROM generate_series(1, 1000000000)
SELECT * FROM unnest([1, 2, 3])
SELECT unnest([1, 2, 3])
SELECT unnest(range(1000000000))
SELECT range(1000000000)
SELECT generate_series(1, 1000000000)
SELECT list_resize([1], 1000000000)
SELECT repeat('x', 1000000000)
SELECT list_transform([1], x -> x + 1)
SELECT list_reduce([1, 2], (a, b) -> a + b)
SELECT [x FOR x IN [1, 2, 3]]
SELECT apply([1], x -> x)
SELECT getenv('HOME')
SELECT getvariable('x')
SELECT current_setting('memory_limit')
SELECT version()
SELECT current_schema()
SELECT current_schemas(true)
SELECT current_database()
SELECT nextval('s')
SELECT currval('s')
SELECT txid_current()
SELECT pg_typeof(users) FROM users
SELECT which_secret('s3://x', 's3')
SELECT json_execute_serialized_sql(json_serialize_sql('SELECT * FROM secrets'))
SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM secrets'))
SELECT json_serialize_sql('SELECT 1')
SELECT json_serialize_plan('SELECT * FROM secrets')
SELECT add_parquet_key('k', '0123456789112345')
SELECT setseed(0.5)
SELECT sleep_ms(1000)
SELECT write_log('x')
SELECT parse_path('/etc/passwd')
SELECT COLUMNS('pass.*') FROM users
SELECT COLUMNS(*) FROM users
SELECT MIN(COLUMNS(*)) FROM users
SELECT COLUMNS(c -> c LIKE 'pass%') FROM users
SELECT users FROM users
SELECT struct_pack(a := password) FROM users
SELECT row_to_json(users) FROM users
SELECT to_json(users) FROM users
SELECT u.*::VARCHAR FROM users u
SELECT rowid FROM users
SELECT rowid, * FROM secrets
SELECT * REPLACE (password AS name) FROM users
SELECT * EXCLUDE (id) FROM secrets
FROM secrets
FROM secrets SELECT value
FROM users SELECT password
FROM 'x.csv'
FROM read_csv('x.csv')
SUMMARIZE users
SUMMARIZE SELECT * FROM secrets
DESCRIBE secrets
DESCRIBE SELECT * FROM secrets
SHOW ALL TABLES
SHOW secrets
PIVOT orders ON status USING SUM(total)
UNPIVOT secrets ON value INTO NAME n VALUE v
SELECT * FROM (PIVOT secrets ON value USING COUNT(*))
PRAGMA version
PRAGMA database_list
PRAGMA enable_profiling
PRAGMA memory_limit='1TB'
PRAGMA import_database('/tmp/x')
PRAGMA storage_info('secrets')
CALL pragma_version()
CALL duckdb_secrets()
CALL start_ui()
ATTACH '/tmp/x.db' AS evil
ATTACH ':memory:' AS m
ATTACH 'sqlite:x.db' AS s (TYPE sqlite)
ATTACH 'host=evil.invalid' AS p (TYPE postgres)
DETACH main
USE memory
COPY users TO '/tmp/x.csv'
COPY users FROM '/etc/passwd'
COPY (SELECT * FROM secrets) TO '/tmp/x.parquet' (FORMAT parquet)
COPY FROM DATABASE a TO b
EXPORT DATABASE '/tmp/x'
IMPORT DATABASE '/tmp/x'
INSTALL httpfs
LOAD httpfs
FORCE INSTALL httpfs
UPDATE EXTENSIONS
SET threads = 1
SET enable_external_access = true
SET GLOBAL memory_limit = '1TB'
SET VARIABLE x = 1
RESET threads
CREATE SECRET (TYPE s3, KEY_ID 'x')
CREATE PERSISTENT SECRET x (TYPE s3)
DROP SECRET x
CREATE MACRO evil(a) AS a + 1
CREATE TEMP MACRO lower(a) AS a
CREATE MACRO evil() AS TABLE SELECT * FROM secrets
CREATE SEQUENCE s
CREATE TYPE evil AS ENUM ('a')
CREATE OR REPLACE TABLE users AS SELECT 1
CREATE OR REPLACE TEMP TABLE users AS SELECT 1
INSERT OR REPLACE INTO users VALUES (1)
INSERT INTO users BY NAME SELECT 1 AS id
UPDATE users SET name = 'x' RETURNING *
DELETE FROM users USING orders WHERE users.id = orders.user_id
TRUNCATE users
CHECKPOINT
FORCE CHECKPOINT
VACUUM ANALYZE users
EXPLAIN ANALYZE SELECT * FROM secrets
PREPARE p AS SELECT * FROM secrets
EXECUTE p(1)
COMMENT ON COLUMN users.name IS 'x'
SELECT * FROM users POSITIONAL JOIN secrets
SELECT * FROM users ASOF JOIN secrets ON users.id >= secrets.id
SELECT * FROM users SEMI JOIN secrets ON users.id = secrets.id
SELECT * FROM users ANTI JOIN secrets ON users.id = secrets.id
SELECT * FROM users USING SAMPLE 10%
SELECT * FROM users TABLESAMPLE RESERVOIR (20)
SELECT * FROM users AT (VERSION => 1)
SELECT * FROM main.secrets
SELECT * FROM memory.main.users
SELECT password FROM main.users
SELECT id FROM users QUALIFY ROW_NUMBER() OVER (ORDER BY password) = 1
SELECT ANY_VALUE(password) FROM users
SELECT ARG_MAX(password, id) FROM users
SELECT printf('%900000000d', 1)
SELECT format('{:>900000000}', 'x')
SELECT hash(users) FROM users
SELECT * FROM VALUES (1), (SELECT value FROM secrets) t(a)
SELECT "password" FROM users
SELECT 1 FROM users WHERE name = 'a\\'; DELETE FROM users; --'
