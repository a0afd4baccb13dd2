-- Binding an inviter is told to the community's fold by the database itself: so no way of binding can forget it, and a
-- request pays for nothing but an append (modules/activity, ADR 0022).

-- The inviter must be there and activated (0010_users.sql): looked up before the row is written, so that of several rows
-- bound at once none can lean on one that comes after it.
CREATE FUNCTION users_check_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users WHERE id = NEW.inviter_id AND activated_at IS NOT NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'an inviter must be activated'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'users_inviter_activated';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER users_check_inviter BEFORE UPDATE OF inviter_id ON users FOR EACH ROW
  WHEN (OLD.inviter_id IS NULL AND NEW.inviter_id IS NOT NULL) EXECUTE FUNCTION users_check_inviter();

-- Those who are bound by one statement are appended by one. Nobody leans on somebody of the same statement: who invites was
-- activated before it began.
CREATE FUNCTION users_join() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity (user_id, kind, at, amount)
    SELECT id, 'joined', extract(epoch FROM activated_at)::bigint, 0 FROM users_after
    WHERE inviter_id IS NOT NULL AND id NOT IN (SELECT id FROM users_before WHERE inviter_id IS NOT NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER users_join AFTER UPDATE ON users REFERENCING OLD TABLE AS users_before NEW TABLE AS users_after
  FOR EACH STATEMENT EXECUTE FUNCTION users_join();

-- Rewritten by folds, and only their counters: room in each page keeps the indexes out of it.
ALTER TABLE team_member SET (fillfactor = 60);
ALTER TABLE team_people SET (fillfactor = 70);

-- The community as a whole stands above all who have no inviter.
INSERT INTO team_member (user_id, depth) VALUES (0, 0);
