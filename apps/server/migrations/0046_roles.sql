-- runs-with: 0042
-- Processes sign in with roles of their own, which write to no table of the ledger (ADR 0075; apps/server/roles/grants.sql).
-- So its functions act as their owner. They find tables in `public` alone: a caller's search_path or temporary table changes
-- nothing.
ALTER FUNCTION post_journal SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION post_journals SECURITY DEFINER SET search_path = public, pg_temp;
REVOKE EXECUTE ON FUNCTION post_journal, post_journals, post_journals_smoothly, open_account FROM PUBLIC;

-- The right to execute it is the right to post journals of every reason: that of indexer, worker and the owner.
CREATE FUNCTION post_every_reason() RETURNS void LANGUAGE sql AS '';
REVOKE EXECUTE ON FUNCTION post_every_reason FROM PUBLIC;

-- Any other session, an API's, posts what a request of a user moves, between these accounts alone. `session_user`: within
-- the functions above `current_user` is their owner.
CREATE FUNCTION require_postable() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_other text;
BEGIN
  IF has_function_privilege(session_user, 'post_every_reason()', 'EXECUTE') THEN
    RETURN NULL;
  END IF;
  SELECT format('%s from %s to %s', j.reason, f.code, t.code) INTO v_other
    FROM added p
    JOIN journal j ON j.id = p.journal_id
    JOIN ledger_account f ON f.id = p.from_account
    JOIN ledger_account t ON t.id = p.to_account
    WHERE f.user_id <> t.user_id OR (j.reason, f.kind, t.kind) NOT IN (VALUES
      ('mining.collect', 'emission-pool', 'user-available'),
      ('dividends.credit', 'dividends-payable', 'user-available'),
      ('package.reinvest', 'user-available', 'user-locked'),
      ('package.commit', 'package-budget', 'package-committed'),
      ('package.income', 'package-committed', 'user-available'),
      ('package.mature', 'user-locked', 'user-available'),
      ('package.credit', 'unattributed', 'user-available'),
      ('claim.attributed', 'unattributed', 'user-available'),
      ('withdrawal.hold', 'user-available', 'user-held'))
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% may not post %', session_user, v_other USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER posting_is_postable AFTER INSERT ON posting REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION require_postable();
