-- The inviter is bound once and for ever, together with the activation, and only to an activated user. Whoever is
-- activated can bind nobody any more: so a user who could still bind has no downline, and no cycle can arise.
CREATE FUNCTION users_guard_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.id IS DISTINCT FROM OLD.id OR NEW.address IS DISTINCT FROM OLD.address
       OR NEW.invite_code IS DISTINCT FROM OLD.invite_code THEN
      RAISE EXCEPTION 'a user''s id, address and invitation code never change'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'users_identity_immutable';
    END IF;
    IF OLD.activated_at IS NOT NULL
       AND (NEW.activated_at IS DISTINCT FROM OLD.activated_at OR NEW.inviter_id IS DISTINCT FROM OLD.inviter_id) THEN
      RAISE EXCEPTION 'the inviter is bound once and for ever'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'users_inviter_immutable';
    END IF;
  END IF;
  IF NEW.inviter_id IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.inviter_id IS NULL)
     AND NOT EXISTS (SELECT FROM users WHERE id = NEW.inviter_id AND activated_at IS NOT NULL) THEN
    RAISE EXCEPTION 'an inviter must be activated'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'users_inviter_activated';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER users_guard_inviter BEFORE INSERT OR UPDATE ON users
  FOR EACH ROW EXECUTE FUNCTION users_guard_inviter();

CREATE FUNCTION users_refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'users are never deleted'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'users_never_deleted';
END $$;

CREATE TRIGGER users_refuse_delete BEFORE DELETE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION users_refuse_delete();

-- Binds where nothing stands in the way, and answers the inviter's address; NULL, and nothing done, where anything does
-- (modules/users/bind-now.ts). Who may bind is not activated, so nobody stands below them, and no downline is looked at.
CREATE FUNCTION bind_inviter(p_user bigint, p_address text, p_code text) RETURNS text LANGUAGE plpgsql
SET lock_timeout = '3s' AS $$
DECLARE
  v_inviter bigint;
  v_address text;
  v_at timestamptz;
BEGIN
  IF p_address IS NULL THEN
    SELECT id, address INTO v_inviter, v_address FROM users WHERE invite_code = p_code AND activated_at IS NOT NULL;
  ELSE
    SELECT id, address INTO v_inviter, v_address FROM users WHERE address = p_address AND activated_at IS NOT NULL;
  END IF;
  SELECT to_timestamp(block_timestamp) INTO v_at FROM chain_clock;
  IF v_inviter IS NULL OR v_at IS NULL THEN
    RETURN NULL;
  END IF;
  UPDATE users SET inviter_id = v_inviter, activated_at = v_at WHERE id = p_user AND activated_at IS NULL;
  RETURN CASE WHEN FOUND THEN v_address END;
END $$;
