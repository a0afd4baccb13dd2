-- Binding an inviter is told to the community's fold by the database itself: so no way of binding can forget it, and a
-- request pays for nothing but an append (modules/activity, ADR 0022).
CREATE FUNCTION users_tell_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity (user_id, kind, at, amount)
    VALUES (NEW.id, 'joined', extract(epoch FROM NEW.activated_at)::bigint, 0);
  RETURN NULL;
END $$;

CREATE TRIGGER users_tell_joined AFTER UPDATE OF inviter_id ON users FOR EACH ROW
  WHEN (OLD.inviter_id IS NULL AND NEW.inviter_id IS NOT NULL) EXECUTE FUNCTION users_tell_joined();
CREATE TRIGGER users_tell_joined_at_once AFTER INSERT ON users FOR EACH ROW
  WHEN (NEW.inviter_id IS NOT NULL) EXECUTE FUNCTION users_tell_joined();

-- Rewritten by every fold, and only its counters: room in each page keeps the indexes out of it.
ALTER TABLE team_member SET (fillfactor = 60);

-- The community as a whole stands above all who have no inviter.
INSERT INTO team_member (user_id, depth) VALUES (0, 0);
