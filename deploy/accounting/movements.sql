-- Movements of the ledger as CSV, a row each, from a UTC day to before another, by the chain's time:
--
--   psql --no-psqlrc --set from=2026-11-01 --set to=2026-12-01 --file deploy/accounting/movements.sql "$DATABASE_URL" > 2026-11.csv
--
-- Amounts are whole tokens with 18 decimals; an account's balance is the sum of what came to it less what left
-- it, from the first day on (docs/chart-of-accounts.md has the accounts and reasons). One statement: one
-- snapshot, which writers do not wait for. What is booked late stands in the month of its event: export a
-- closed month again, and its new rows are those whose movement the earlier file does not have.
\set ON_ERROR_STOP on
\set QUIET on
SET timezone TO 'UTC';
SET default_transaction_read_only TO on;
COPY (
  SELECT
    posting.id AS movement,
    journal.id AS journal,
    to_char(journal.at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS time,
    journal.reason,
    payer.vault,
    payer.token,
    payer.kind AS from_account,
    payer_user.address AS from_address,
    payee.kind AS to_account,
    payee_user.address AS to_address,
    posting.amount * 0.000000000000000001 AS amount,
    substring(journal.key FROM '^chain:[0-9]+:(0x[0-9a-f]{64})') AS transaction,
    journal.key,
    journal.source
  FROM posting
  JOIN journal ON journal.id = posting.journal_id
  JOIN ledger_account payer ON payer.id = posting.from_account
  JOIN ledger_account payee ON payee.id = posting.to_account
  LEFT JOIN users payer_user ON payer_user.id = payer.user_id
  LEFT JOIN users payee_user ON payee_user.id = payee.user_id
  WHERE journal.at >= :'from'::timestamptz AND journal.at < :'to'::timestamptz
  ORDER BY posting.id
) TO STDOUT (FORMAT csv, HEADER);
