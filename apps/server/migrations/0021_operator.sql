-- What operators did and decided is never rewritten (modules/operator, modules/parameters; ADR 0024).

CREATE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'OP001';
END $$;

CREATE TRIGGER operator_audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();
CREATE TRIGGER parameter_change_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON parameter_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();
CREATE TRIGGER operator_proposal_stays BEFORE DELETE OR TRUNCATE ON operator_proposal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();
-- A proposal is decided once, and what was proposed stays what it was.
CREATE TRIGGER operator_proposal_decided_once BEFORE UPDATE ON operator_proposal FOR EACH ROW
  WHEN (OLD.state <> 'open'
    OR (NEW.subject, NEW.before, NEW.value, NEW.terms_before, NEW.terms, NEW.reason, NEW.proposed_by, NEW.proposed_at,
        NEW.expires_at)
      IS DISTINCT FROM (OLD.subject, OLD.before, OLD.value, OLD.terms_before, OLD.terms, OLD.reason, OLD.proposed_by,
        OLD.proposed_at, OLD.expires_at))
  EXECUTE FUNCTION refuse_rewrite();
