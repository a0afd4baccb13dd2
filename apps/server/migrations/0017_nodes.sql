-- What is said of closed weeks stands (modules/nodes).
CREATE TRIGGER node_income_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON node_income
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER node_week_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON node_week
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER node_share_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON node_share
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A stake's terms never change; the week that counted its beginning or its end is written once. A published file of a week
-- is made of both, whenever it is written.
CREATE FUNCTION node_stake_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.position_id, NEW.user_id, NEW.token, NEW.principal, NEW.value, NEW.starts_at, NEW.matures_at, NEW.reference)
     IS DISTINCT FROM
     (OLD.position_id, OLD.user_id, OLD.token, OLD.principal, OLD.value, OLD.starts_at, OLD.matures_at, OLD.reference)
     OR (OLD.began_in IS NOT NULL AND NEW.began_in IS DISTINCT FROM OLD.began_in)
     OR (OLD.ended_in IS NOT NULL AND NEW.ended_in IS DISTINCT FROM OLD.ended_in) THEN
    RAISE EXCEPTION 'what was counted of a stake stands'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'node_stake_immutable';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER node_stake_guard BEFORE UPDATE ON node_stake FOR EACH ROW EXECUTE FUNCTION node_stake_guard();
CREATE TRIGGER node_stake_kept BEFORE DELETE OR TRUNCATE ON node_stake
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION node_member_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS DISTINCT FROM OLD.user_id
     OR (OLD.inviter_id IS NOT NULL AND NEW.inviter_id IS DISTINCT FROM OLD.inviter_id)
     OR (OLD.inviter_from IS NOT NULL AND NEW.inviter_from IS DISTINCT FROM OLD.inviter_from) THEN
    RAISE EXCEPTION 'whom stakes count for is written once'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'node_member_immutable';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER node_member_guard BEFORE UPDATE ON node_member FOR EACH ROW EXECUTE FUNCTION node_member_guard();
CREATE TRIGGER node_member_kept BEFORE DELETE OR TRUNCATE ON node_member
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
