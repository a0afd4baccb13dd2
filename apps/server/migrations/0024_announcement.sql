-- runs-with: 0021
-- What transactions announce to the processes on this database (ADR 0045), one row a transaction, kept for some minutes.
-- Unlogged: after a crash of PostgreSQL, which empties it, every listener reconnects and asks for everything.
CREATE UNLOGGED TABLE announcement (
  xid xid8 PRIMARY KEY DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  topics jsonb NOT NULL
);
