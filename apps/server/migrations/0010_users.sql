-- The inviter is bound once and for ever, together with the activation, and only to an activated user. Whoever is
-- activated can bind nobody any more: so a user who could still bind has no downline, and no cycle can arise. Nobody is
-- ever deleted, and no id changes: so an inviter who was there once is there for ever, without a foreign key, whose check
-- would write into the inviter's row at every bind.
CREATE FUNCTION users_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
END $$;

CREATE TRIGGER users_identity_immutable BEFORE UPDATE OF id, address, invite_code ON users FOR EACH ROW
  WHEN (NEW.id IS DISTINCT FROM OLD.id OR NEW.address IS DISTINCT FROM OLD.address
    OR NEW.invite_code IS DISTINCT FROM OLD.invite_code)
  EXECUTE FUNCTION users_refuse('a user''s id, address and invitation code never change');

CREATE TRIGGER users_inviter_immutable BEFORE UPDATE OF activated_at, inviter_id ON users FOR EACH ROW
  WHEN (OLD.activated_at IS NOT NULL
    AND (NEW.activated_at IS DISTINCT FROM OLD.activated_at OR NEW.inviter_id IS DISTINCT FROM OLD.inviter_id))
  EXECUTE FUNCTION users_refuse('the inviter is bound once and for ever');

CREATE TRIGGER users_never_deleted BEFORE DELETE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION users_refuse('users are never deleted');

-- Binding is an update (0016_activity.sql).
CREATE TRIGGER users_registered_unbound BEFORE INSERT ON users FOR EACH ROW
  WHEN (NEW.inviter_id IS NOT NULL) EXECUTE FUNCTION users_refuse('an inviter is bound to who is registered');

-- Everybody's row is written once more, when they bind, and is a sixth longer then: with room for that in its page no index
-- is touched, even when all of a page bind at once.
ALTER TABLE users SET (fillfactor = 45);
