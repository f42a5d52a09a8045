-- One trick per line; tried in every dialect. \n, \t and \xNN stand for the characters themselves.
INSERT INTO users (id, name) VALUES (99, 'x')
INSERT INTO users SELECT * FROM users
INSERT INTO users (id) SELECT id FROM orders WHERE total > 5
INSERT INTO orders DEFAULT VALUES
UPDATE users SET name = 'x'
UPDATE users SET name = 'x' WHERE id = 1
UPDATE users SET name = (SELECT name FROM users LIMIT 1)
DELETE FROM users
DELETE FROM users WHERE id IN (SELECT user_id FROM orders)
DROP TABLE users
DROP TABLE IF EXISTS users
DROP VIEW v
DROP INDEX i
DROP SCHEMA public CASCADE
CREATE TABLE evil (id INT)
CREATE TABLE evil AS SELECT * FROM users
CREATE TEMPORARY TABLE evil (id INT)
CREATE VIEW evil AS SELECT * FROM users
CREATE INDEX evil ON users (name)
CREATE UNIQUE INDEX evil ON users (id)
CREATE SCHEMA evil
ALTER TABLE users ADD COLUMN evil INT
ALTER TABLE users DROP COLUMN name
ALTER TABLE users RENAME TO evil
ALTER TABLE users RENAME COLUMN name TO evil
TRUNCATE TABLE users
BEGIN
BEGIN TRANSACTION
COMMIT
ROLLBACK
SAVEPOINT a
RELEASE SAVEPOINT a
ANALYZE users
VACUUM
EXPLAIN SELECT * FROM users
EXPLAIN DELETE FROM users
SELECT 1; SELECT 2
SELECT 1; DELETE FROM users
SELECT 1; DROP TABLE users; --
SELECT * FROM users; UPDATE users SET name = 'x'
DELETE FROM users; SELECT 1
SELECT 1;;DELETE FROM users
SELECT 1;\nDELETE FROM users
SELECT 1 -- comment\n; DELETE FROM users
SELECT 1 /* ; */ ; DELETE FROM users
SELECT ';' ; DELETE FROM users
SELECT 'it''s' ; DELETE FROM users
SELECT 1; BEGIN; DELETE FROM users; COMMIT
/* SELECT */ DELETE FROM users
-- SELECT\nDELETE FROM users
SELECT 1 UNION DELETE FROM users
WITH x AS (SELECT 1) DELETE FROM users
WITH x AS (SELECT 1) UPDATE users SET name = 'x'
WITH x AS (SELECT 1) INSERT INTO users (id) SELECT * FROM x
WITH x AS (DELETE FROM users RETURNING *) SELECT * FROM x
WITH x AS (INSERT INTO users (id) VALUES (9) RETURNING id) SELECT * FROM x
WITH x AS (UPDATE users SET name = 'x' RETURNING id) SELECT id FROM x
SELECT * FROM (DELETE FROM users RETURNING *) AS t
SELECT * FROM users WHERE id IN (DELETE FROM orders RETURNING id)
SELECT * INTO evil FROM users
SELECT id INTO evil FROM users WHERE id > 0
SELECT * FROM users FOR UPDATE
SELECT * FROM users FOR SHARE
SELECT * FROM users u JOIN orders o ON o.user_id = u.id FOR UPDATE
SELECT * FROM secrets
SELECT * FROM users JOIN secrets ON secrets.id = users.id
SELECT (SELECT value FROM secrets LIMIT 1) FROM users
SELECT id FROM users WHERE EXISTS (SELECT 1 FROM secrets WHERE value LIKE 'a%')
SELECT id FROM users UNION SELECT id FROM secrets
SELECT id FROM users UNION ALL SELECT value FROM secrets
SELECT id FROM users EXCEPT SELECT id FROM secrets
SELECT id FROM users INTERSECT SELECT id FROM secrets
SELECT id FROM users ORDER BY (SELECT value FROM secrets LIMIT 1)
SELECT CASE WHEN (SELECT COUNT(*) FROM secrets) > 1 THEN 1 ELSE 0 END FROM users
SELECT COUNT(*) FROM users HAVING COUNT(*) > (SELECT COUNT(*) FROM secrets)
WITH s AS (SELECT * FROM secrets) SELECT * FROM s
WITH a AS (WITH b AS (SELECT value FROM secrets) SELECT * FROM b) SELECT * FROM a
SELECT * FROM secrets WHERE 1 IN (WITH secrets AS (SELECT 1 AS id) SELECT id FROM secrets)
SELECT id FROM users WHERE id IN (WITH secrets AS (SELECT 1 AS id) SELECT id FROM secrets) UNION SELECT id FROM secrets
WITH x AS (SELECT * FROM secrets), secrets AS (SELECT 1 AS id) SELECT * FROM x
WITH secrets AS (SELECT * FROM secrets) SELECT * FROM secrets
SELECT password FROM users
SELECT u.password FROM users u
SELECT users.password FROM users
SELECT id FROM users WHERE password LIKE 'a%'
SELECT id FROM users ORDER BY password
SELECT COUNT(*) FROM users GROUP BY password
SELECT MAX(password) FROM users
SELECT MIN(u.password) OVER (PARTITION BY u.id) FROM users u
SELECT id FROM users u WHERE EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id AND u.password = 'x')
SELECT id FROM users JOIN orders ON users.password = orders.status
SELECT u.password, 1 AS password FROM users u
SELECT p FROM (SELECT password AS p FROM users) AS t
WITH t AS (SELECT password AS p FROM users) SELECT p FROM t
SELECT LENGTH(password) FROM users
SELECT SUBSTRING(password, 1, 1) FROM users
SELECT CASE WHEN password > 'm' THEN 1 ELSE 0 END FROM users
SELECT users FROM users
SELECT u FROM users u
SELECT COUNT(u) FROM users u
SELECT nosuch FROM users
SELECT users.nosuch FROM users
SELECT x.id FROM users
SELECT * FROM nosuch
SELECT * FROM information_schema.tables
SELECT * FROM information_schema.columns WHERE table_name = 'users'
SELECT * FROM users, information_schema.schemata
SELECT * FROM other.users
SELECT * FROM other.public.users
SELECT nosuchfunction(1)
SELECT nosuchfunction(name) FROM users
SELECT other.lower(name) FROM users
SELECT CURRENT_USER
SELECT SESSION_USER
SELECT user FROM orders
SELECT REPEAT('x', 1000000000)
SELECT LPAD('x', 1000000000, 'y')
SELECT RPAD(name, id * 1000000, 'y') FROM users
SELECT id FROM users WHERE id = ?
SELECT id FROM users WHERE id = :id
SELECT id FROM users LIMIT (SELECT COUNT(*) FROM secrets)
VALUES (1, 2)
SHOW TABLES
DESCRIBE users
SET x = 1
USE other
CALL evil()
EXECUTE evil
PREPARE evil AS DELETE FROM users
DEALLOCATE ALL
GRANT ALL ON users TO public
REVOKE ALL ON users FROM public
LOCK TABLE users
COMMENT ON TABLE users IS 'x'
MERGE INTO users USING orders ON users.id = orders.user_id WHEN MATCHED THEN DELETE
MERGE INTO users USING orders ON users.id = orders.user_id WHEN NOT MATCHED THEN INSERT (id) VALUES (1)
REPLACE INTO users (id, name) VALUES (1, 'x')
SELECT 1\x00; DELETE FROM users
SELECT\x00 1
SELECT 1 \xef\xbb\xbf
\xef\xbb\xbfSELECT 1
SELECT 1\x1b[2J
SELECT 1\x08
SELECT 1\xe2\x80\xa8; DELETE FROM users
SELECT /*! 1; DELETE FROM users */ 1
SELECT /*!50000 password */ FROM users
SELECT 1 /*! UNION SELECT value FROM secrets */
SELECT 1 /*M!100000 ; DELETE FROM users */
SELECT /*+ SET_VAR(x=1) */ id FROM users
SELECT id FROM users TABLESAMPLE SYSTEM (10)
SELECT id FROM users WHERE id = 1 OR (SELECT 1 FROM secrets) = 1
SELECT id FROM (SELECT * FROM users, secrets) AS t
SELECT DISTINCT (SELECT password FROM users LIMIT 1) FROM orders
SELECT SUM(total) FROM orders GROUP BY (SELECT value FROM secrets LIMIT 1)
SELECT SUM(total) OVER (ORDER BY (SELECT value FROM secrets LIMIT 1)) FROM orders
SELECT o.id FROM orders o JOIN (SELECT id, value FROM secrets) s ON s.id = o.id
SELECT id FROM users WHERE (id, name) IN (SELECT id, value FROM secrets)
SELECT id FROM users WHERE name = ANY (SELECT value FROM secrets)
SELECT id FROM users WHERE name > ALL (SELECT value FROM secrets)
SELECT COALESCE((SELECT value FROM secrets LIMIT 1), name) FROM users
SELECT id FROM users WHERE name BETWEEN (SELECT MIN(value) FROM secrets) AND 'z'
SELECT id FROM users CROSS JOIN secrets
SELECT id FROM users NATURAL JOIN secrets
SELECT id FROM users LEFT JOIN secrets USING (id)
SELECT CAST((SELECT value FROM secrets LIMIT 1) AS INT)
(SELECT 1); DELETE FROM users
(DELETE FROM users)
SELECT * FROM users WHERE name = 'a' OR 1 = 1; --' AND x
DEL/**/ETE FROM users

;
not sql at all
