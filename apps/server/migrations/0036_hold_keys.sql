-- runs-with: 0021
-- The foreign keys of 0035, for the rows that were there before.
ALTER TABLE hold VALIDATE CONSTRAINT hold_journal_id_journal_id_fk;
ALTER TABLE hold VALIDATE CONSTRAINT hold_resolved_by_journal_id_fk;
