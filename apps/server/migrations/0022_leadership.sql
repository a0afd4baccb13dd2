-- runs-with: 0021
-- Who leads (jobs/run-as-leader.ts): the epoch rises by one with each leadership that is acquired. A leader's transaction
-- holds this row FOR SHARE and requires its own epoch in it: one that was replaced commits nothing (ADR 0033).
CREATE TABLE leadership (
  name text PRIMARY KEY,
  epoch bigint NOT NULL CHECK (epoch > 0),
  acquired_at timestamptz NOT NULL DEFAULT now()
);
