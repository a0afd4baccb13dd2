-- Once, on the primary, after create-database.sql: the processes' roles (ADR 0075). Their rights come with migrate.ts.
-- psql -v api="$API_PASSWORD" -v worker="$WORKER_PASSWORD" -v indexer="$INDEXER_PASSWORD" -f create-roles.sql
CREATE ROLE dr_api LOGIN PASSWORD :'api' CONNECTION LIMIT 100;
CREATE ROLE dr_worker LOGIN PASSWORD :'worker' CONNECTION LIMIT 50;
CREATE ROLE dr_indexer LOGIN PASSWORD :'indexer' CONNECTION LIMIT 50;
-- No other role connects, and none has temporary tables.
REVOKE ALL ON DATABASE digital_rights FROM PUBLIC;
GRANT CONNECT ON DATABASE digital_rights TO dr_api, dr_worker, dr_indexer;
