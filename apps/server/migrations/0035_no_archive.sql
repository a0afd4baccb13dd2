-- runs-with: 0021
-- What 0027 and 0028 added is dropped, and the ledger's triggers and keys are again those of 0001 and 0002 (ADR 0061).
-- A file of its own: by now no call is under way of a `post_journal` that reads `ledger_archived_key`.
LOCK TABLE ledger_archive, voucher_order_past, mining_collect_month IN ACCESS EXCLUSIVE MODE;
DO $$
BEGIN
  IF EXISTS (SELECT FROM voucher_order_past) OR EXISTS (SELECT FROM mining_collect_month) OR EXISTS (
    SELECT FROM ledger_archive WHERE first_journal < coalesce((SELECT min(id) FROM journal), 9223372036854775807)
  ) THEN
    RAISE EXCEPTION 'rows were archived after 0032 had put them back: an older program still runs';
  END IF;
END $$;
DROP TABLE voucher_order_past, mining_collect_month, ledger_archive, ledger_opening, ledger_statement, ledger_archive_run,
  ledger_archived_key;
DROP FUNCTION journal_key_hash;
DELETE FROM installation WHERE name = 'archive-from';

DROP TRIGGER journal_append_only ON journal;
DROP TRIGGER journal_leaves_by_archive ON journal;
DROP TRIGGER journal_is_archived ON journal;
CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
DROP TRIGGER posting_append_only ON posting;
DROP TRIGGER posting_leaves_by_archive ON posting;
DROP TRIGGER posting_is_archived ON posting;
CREATE TRIGGER posting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
DROP FUNCTION refuse_delete_but_of_archive;
DROP FUNCTION require_archived_journals;
DROP FUNCTION require_archived_postings;

ALTER TABLE hold
  ADD CONSTRAINT hold_journal_id_journal_id_fk FOREIGN KEY (journal_id) REFERENCES journal (id) NOT VALID,
  ADD CONSTRAINT hold_resolved_by_journal_id_fk FOREIGN KEY (resolved_by) REFERENCES journal (id) NOT VALID;
