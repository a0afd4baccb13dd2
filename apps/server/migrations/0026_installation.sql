-- runs-with: 0021
-- What every process on this database has to share, kept by the first (bin/server/check-installation.ts).
CREATE TABLE installation (
  name text PRIMARY KEY,
  value text NOT NULL
);
