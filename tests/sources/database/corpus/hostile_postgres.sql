SELECT pg_sleep(10)
SELECT pg_sleep_for('10 seconds')
SELECT pg_sleep_until('2099-01-01')
SELECT pg_catalog.pg_sleep(10)
SELECT "pg_sleep"(10)
SELECT 1 FROM users WHERE pg_sleep(10) IS NULL
SELECT CASE WHEN id > 0 THEN pg_sleep(10) END FROM users
SELECT id FROM users ORDER BY pg_sleep(10)
SELECT pg_read_file('/etc/passwd')
SELECT pg_read_file('/etc/passwd', 0, 100)
SELECT pg_read_binary_file('/etc/passwd')
SELECT pg_ls_dir('/')
SELECT * FROM pg_ls_dir('/')
SELECT * FROM pg_ls_logdir()
SELECT * FROM pg_ls_waldir()
SELECT * FROM pg_ls_tmpdir()
SELECT pg_stat_file('/etc/passwd')
SELECT * FROM pg_stat_file('/etc/passwd')
SELECT pg_file_write('/tmp/x', 'y', false)
SELECT pg_file_unlink('/tmp/x')
SELECT pg_file_rename('/tmp/x', '/tmp/y')
SELECT lo_import('/etc/passwd')
SELECT lo_import('/etc/passwd', 4242)
SELECT lo_export(4242, '/tmp/x')
SELECT lo_create(0)
SELECT lo_creat(-1)
SELECT lo_unlink(4242)
SELECT lo_from_bytea(0, 'x')
SELECT lo_put(4242, 0, 'x')
SELECT lo_get(4242)
SELECT dblink('host=127.0.0.1', 'DELETE FROM users')
SELECT * FROM dblink('dbname=postgres', 'SELECT 1') AS t(a INT)
SELECT dblink_connect('host=evil.invalid')
SELECT dblink_exec('DROP TABLE users')
SELECT dblink_send_query('c', 'DELETE FROM users')
SELECT query_to_xml('SELECT * FROM secrets', true, false, '')
SELECT query_to_xmlschema('SELECT * FROM secrets', true, false, '')
SELECT query_to_xml_and_xmlschema('SELECT * FROM secrets', true, true, '')
SELECT table_to_xml('secrets', true, false, '')
SELECT schema_to_xml('public', true, false, '')
SELECT database_to_xml(true, false, '')
SELECT cursor_to_xml('c', 10, true, false, '')
SELECT xpath('/a', query_to_xml('SELECT * FROM secrets', true, false, ''))
SELECT ts_stat('SELECT value FROM secrets')
SELECT * FROM ts_stat('SELECT to_tsvector(value) FROM secrets')
SELECT ts_rewrite('a'::tsquery, 'SELECT 1')
SELECT * FROM crosstab('SELECT * FROM secrets') AS t(a INT)
SELECT * FROM connectby('secrets', 'id', 'id', '1', 0) AS t(a INT)
SELECT set_config('transaction_read_only', 'off', false)
SELECT set_config('default_transaction_read_only', 'off', false)
SELECT set_config('statement_timeout', '0', false)
SELECT set_config('role', 'postgres', false)
SELECT set_config('search_path', 'evil', false)
SELECT current_setting('data_directory')
SELECT current_setting('is_superuser')
SHOW ALL
SHOW data_directory
SET transaction_read_only = off
SET default_transaction_read_only = off
SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE
SET TRANSACTION READ WRITE
SET LOCAL statement_timeout = 0
SET ROLE postgres
SET SESSION AUTHORIZATION postgres
SET search_path TO evil
RESET ALL
RESET ROLE
DISCARD ALL
START TRANSACTION READ WRITE
ABORT
END
COMMIT AND CHAIN
COMMIT PREPARED 'x'
PREPARE TRANSACTION 'x'
ROLLBACK AND CHAIN
COPY users TO '/tmp/users'
COPY users FROM '/etc/passwd'
COPY users TO STDOUT
COPY users FROM STDIN
COPY (SELECT * FROM secrets) TO '/tmp/x'
COPY users TO PROGRAM 'id'
COPY users FROM PROGRAM 'id'
COPY (DELETE FROM users RETURNING *) TO STDOUT
DO $$ BEGIN DELETE FROM users; END $$
DO LANGUAGE plpgsql 'BEGIN PERFORM pg_sleep(10); END'
CREATE FUNCTION evil() RETURNS INT AS 'SELECT 1' LANGUAGE sql
CREATE OR REPLACE FUNCTION lower(TEXT) RETURNS TEXT AS 'SELECT 1' LANGUAGE sql
CREATE PROCEDURE evil() LANGUAGE sql AS 'DELETE FROM users'
CREATE AGGREGATE evil(INT) (SFUNC = int4pl, STYPE = INT)
CREATE OPERATOR === (LEFTARG = INT, RIGHTARG = INT, PROCEDURE = int4eq)
CREATE CAST (INT AS TEXT) WITHOUT FUNCTION
CREATE TYPE evil AS ENUM ('a')
CREATE DOMAIN evil AS INT
CREATE SEQUENCE evil
CREATE EXTENSION dblink
CREATE LANGUAGE plpython3u
CREATE SERVER evil FOREIGN DATA WRAPPER file_fdw
CREATE FOREIGN TABLE evil (a TEXT) SERVER files OPTIONS (filename '/etc/passwd')
CREATE USER evil SUPERUSER
CREATE ROLE evil LOGIN
CREATE DATABASE evil
CREATE TABLESPACE evil LOCATION '/tmp'
CREATE RULE evil AS ON SELECT TO users DO INSTEAD DELETE FROM orders
CREATE TRIGGER evil AFTER INSERT ON users EXECUTE FUNCTION evil()
CREATE EVENT TRIGGER evil ON ddl_command_start EXECUTE FUNCTION evil()
CREATE POLICY evil ON users USING (true)
CREATE PUBLICATION evil FOR ALL TABLES
CREATE SUBSCRIPTION evil CONNECTION 'host=evil.invalid' PUBLICATION p
CREATE MATERIALIZED VIEW evil AS SELECT * FROM secrets
REFRESH MATERIALIZED VIEW evil
CREATE STATISTICS evil ON id, name FROM users
ALTER USER postgres PASSWORD 'x'
ALTER ROLE postgres SET search_path = evil
ALTER SYSTEM SET shared_preload_libraries = 'evil'
ALTER DATABASE postgres SET default_transaction_read_only = off
ALTER TABLE users ENABLE ROW LEVEL SECURITY
ALTER TABLE users DISABLE TRIGGER ALL
ALTER SEQUENCE users_id_seq RESTART
ALTER FUNCTION lower(TEXT) OWNER TO evil
ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO public
DROP ROLE postgres
DROP OWNED BY postgres
REASSIGN OWNED BY postgres TO evil
DROP EXTENSION plpgsql CASCADE
SECURITY LABEL ON TABLE users IS 'x'
IMPORT FOREIGN SCHEMA public FROM SERVER evil INTO evil
TRUNCATE users CASCADE
TRUNCATE ONLY users RESTART IDENTITY
CLUSTER users
REINDEX TABLE users
VACUUM FULL users
VACUUM (ANALYZE) users
CHECKPOINT
LOAD 'evil'
LISTEN evil
NOTIFY evil, 'x'
UNLISTEN *
SELECT pg_notify('evil', 'x')
DECLARE c CURSOR FOR SELECT * FROM users
DECLARE c CURSOR WITH HOLD FOR SELECT * FROM secrets
FETCH ALL FROM c
MOVE 1 FROM c
CLOSE ALL
EXPLAIN ANALYZE DELETE FROM users
EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM users
TABLE secrets
SELECT nextval('users_id_seq')
SELECT setval('users_id_seq', 1)
SELECT currval('users_id_seq')
SELECT lastval()
SELECT pg_terminate_backend(1)
SELECT pg_cancel_backend(1)
SELECT pg_reload_conf()
SELECT pg_rotate_logfile()
SELECT pg_switch_wal()
SELECT pg_create_restore_point('x')
SELECT pg_backup_start('x')
SELECT pg_promote()
SELECT pg_create_logical_replication_slot('x', 'test_decoding')
SELECT pg_create_physical_replication_slot('x')
SELECT pg_drop_replication_slot('x')
SELECT pg_logical_emit_message(false, 'x', 'y')
SELECT pg_advisory_lock(1)
SELECT pg_advisory_xact_lock(1)
SELECT pg_try_advisory_lock(1)
SELECT pg_advisory_unlock_all()
SELECT pg_export_snapshot()
SELECT pg_stat_reset()
SELECT pg_import_system_collations('public')
SELECT pg_extension_config_dump('users', '')
SELECT txid_current()
SELECT pg_current_xact_id()
SELECT version()
SELECT inet_server_addr()
SELECT pg_postmaster_start_time()
SELECT pg_conf_load_time()
SELECT pg_get_functiondef(1)
SELECT pg_get_viewdef('v')
SELECT obj_description(1)
SELECT has_table_privilege('secrets', 'select')
SELECT to_regclass('secrets')
SELECT 'secrets'::regclass
SELECT 'pg_sleep'::regproc
SELECT 'postgres'::regrole
SELECT CAST('secrets' AS regclass)
SELECT pg_relation_size('secrets')
SELECT pg_relation_filepath('secrets')
SELECT pg_database_size('postgres')
SELECT current_database()
SELECT current_schema
SELECT current_schemas(true)
SELECT current_catalog
SELECT current_role
SELECT * FROM pg_catalog.pg_tables
SELECT * FROM pg_tables
SELECT usename, passwd FROM pg_shadow
SELECT * FROM pg_authid
SELECT * FROM pg_user
SELECT * FROM pg_roles
SELECT * FROM pg_settings
SELECT * FROM pg_stat_activity
SELECT * FROM pg_hba_file_rules
SELECT * FROM pg_largeobject
SELECT * FROM pg_proc WHERE proname = 'x'
SELECT * FROM pg_class
SELECT * FROM pg_attribute
SELECT * FROM pg_stats
SELECT * FROM pg_statistic
SELECT most_common_vals FROM pg_stats WHERE tablename = 'secrets'
SELECT * FROM pg_user_mappings
SELECT * FROM pg_stat_statements
SELECT * FROM information_schema.role_table_grants
SELECT row_to_json(users) FROM users
SELECT row_to_json(u) FROM users u
SELECT to_json(users) FROM users
SELECT to_jsonb(u) FROM users u
SELECT json_agg(u) FROM users u
SELECT array_agg(users) FROM users
SELECT users::text FROM users
SELECT (users).password FROM users
SELECT (u).* FROM users u
SELECT u.*::text FROM users u
SELECT hstore(users) FROM users
SELECT ctid FROM users
SELECT xmin, xmax FROM users
SELECT tableoid::regclass FROM users
SELECT * FROM ONLY users
SELECT * FROM ROWS FROM (pg_ls_dir('/'))
SELECT * FROM pg_ls_dir('/') WITH ORDINALITY
SELECT * FROM LATERAL pg_ls_dir('/') AS x
SELECT * FROM users, LATERAL pg_read_file('/etc/passwd') AS x
SELECT * FROM generate_series(1, 1000000000)
SELECT generate_series(1, 1000000000)
SELECT * FROM generate_series(1, 10) g, pg_sleep(1)
SELECT * FROM unnest(ARRAY[1, 2])
SELECT * FROM json_to_recordset('[]') AS t(a INT)
SELECT jsonb_array_elements('[1]')
SELECT regexp_split_to_table('a b', ' ')
SELECT * FROM users TABLESAMPLE BERNOULLI (10)
SELECT * FROM users FOR NO KEY UPDATE
SELECT * FROM users FOR KEY SHARE
SELECT * FROM users FOR UPDATE SKIP LOCKED
SELECT * FROM users FOR UPDATE OF users NOWAIT
SELECT * INTO TEMP evil FROM users
SELECT * INTO UNLOGGED evil FROM users
INSERT INTO users (id) VALUES (1) ON CONFLICT DO NOTHING
INSERT INTO users OVERRIDING SYSTEM VALUE VALUES (1)
UPDATE ONLY users SET name = 'x' RETURNING *
DELETE FROM users USING orders WHERE orders.user_id = users.id
WITH x AS MATERIALIZED (DELETE FROM users RETURNING *) SELECT count(*) FROM x
WITH x AS (MERGE INTO users USING orders ON true WHEN MATCHED THEN DELETE) SELECT 1
WITH RECURSIVE x AS (SELECT 1 UNION ALL SELECT pg_sleep(1)::int FROM x) SELECT * FROM x
SELECT U&'\0061' , pg_sleep(1)
SELECT E'\\x27' || pg_read_file('/etc/passwd')
SELECT $$x$$ || pg_read_file($a$/etc/passwd$a$)
SELECT 1 OPERATOR(pg_catalog.+) 1
SELECT xmlparse(DOCUMENT '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>')
SELECT xmlelement(name a, (SELECT value FROM secrets))
SELECT * FROM xmltable('/a' PASSING '<a/>' COLUMNS b TEXT)
SELECT currtid2('users', '(0,1)')
SELECT brin_summarize_new_values('i')
SELECT gin_clean_pending_list('i')
SELECT pg_trigger_depth()
SELECT convert_from(pg_read_binary_file('/etc/passwd'), 'UTF8')
SELECT encode(pg_read_binary_file('/etc/passwd'), 'base64')
SELECT length(pg_read_file('/etc/passwd'))
SELECT count(pg_read_file('/etc/passwd')) FROM users
SELECT name FROM users WHERE name ~ pg_read_file('/etc/passwd')
SELECT coalesce(pg_read_file('x'), 'y')
SELECT name FROM users LIMIT (SELECT length(value) FROM secrets LIMIT 1)
SELECT name FROM users OFFSET (SELECT id FROM secrets LIMIT 1)
SELECT name FROM users FETCH FIRST (SELECT id FROM secrets) ROWS ONLY
SELECT sum(total) FILTER (WHERE (SELECT value FROM secrets LIMIT 1) > 'a') FROM orders
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY (SELECT id FROM secrets LIMIT 1)) FROM orders
SELECT id FROM users WINDOW w AS (ORDER BY password)
SELECT DISTINCT ON (password) id FROM users
SELECT id FROM users GROUP BY ROLLUP (password, id)
SELECT ARRAY(SELECT value FROM secrets)
SELECT ROW(users.*) FROM users, secrets
SELECT format('%s', password) FROM users
SELECT format('%900000000s', 'x')
SELECT quote_literal(current_query())
SELECT current_query()
SELECT pg_typeof(users) FROM users
SELECT pg_column_size(users) FROM users
SELECT num_nonnulls(u.*) FROM users u, secrets
WITH "Secrets" AS (SELECT 1 AS id) SELECT * FROM secrets
WITH secrets AS (SELECT 1 AS id) SELECT * FROM "Secrets2"
SELECT * FROM public.secrets
SELECT * FROM "public"."secrets"
SELECT * FROM postgres.public.secrets
SELECT * FROM evil.users
SELECT "password" FROM users
SELECT 1 FROM users WHERE name = 'a\\'; DELETE FROM users; --'
SELECT id FROM users WHERE id = @id
