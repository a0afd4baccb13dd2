-- The ledger's only way to move a balance, and the triggers that keep what is written (modules/ledger).
-- SQLSTATE LG001: the key was used for something else. LG002: not a journal.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed: post a reversal', TG_TABLE_NAME USING ERRCODE = 'LG003';
END $$;

CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER posting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_account_stays BEFORE UPDATE OF vault, token, kind, user_id OR DELETE OR TRUNCATE ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER hold_stays BEFORE DELETE OR TRUNCATE ON hold
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER hold_resolved_once BEFORE UPDATE ON hold FOR EACH ROW
  WHEN (OLD.resolution IS NOT NULL
    OR (NEW.order_id, NEW.user_id, NEW.vault, NEW.token, NEW.amount, NEW.journal_id)
      IS DISTINCT FROM (OLD.order_id, OLD.user_id, OLD.vault, OLD.token, OLD.amount, OLD.journal_id))
  EXECUTE FUNCTION refuse_change();

-- The account with this code; opened when there is none.
CREATE FUNCTION open_account(p_code text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_parts text[] := string_to_array(p_code, ':');
  v_id bigint;
BEGIN
  SELECT id INTO v_id FROM ledger_account WHERE code = p_code;
  IF FOUND THEN
    RETURN v_id;
  END IF;
  IF p_code !~ '^[0-9]:[A-Z]+:[a-z-]+(:[1-9][0-9]*)?$' THEN
    RAISE EXCEPTION 'not an account code: %', p_code USING ERRCODE = 'LG002';
  END IF;
  INSERT INTO ledger_account (vault, token, kind, user_id)
    VALUES (v_parts[1]::smallint, v_parts[2], v_parts[3], v_parts[4]::bigint)
    ON CONFLICT (code) DO NOTHING RETURNING id INTO v_id;
  IF v_id IS NULL THEN
    SELECT id INTO STRICT v_id FROM ledger_account WHERE code = p_code;
  END IF;
  RETURN v_id;
END $$;

-- Posts one journal: the n-th amount goes from the n-th `from` to the n-th `to`. All of one vault, each of one token.
-- The same key with the same content changes nothing and answers with the journal that stands.
-- Locks: first the key, then the accounts in the order of their ids; so two calls never wait for each other in a ring.
CREATE FUNCTION post_journal(
  p_key text, p_reason text, p_at timestamptz, p_source jsonb,
  p_from text[], p_to text[], p_amount numeric[],
  OUT journal_id bigint, OUT replayed boolean
) LANGUAGE plpgsql AS $$
DECLARE
  v_count integer := coalesce(cardinality(p_amount), 0);
  v_from bigint[];
  v_to bigint[];
  v_vault smallint;
  v_fits boolean;
  v_change record;
BEGIN
  IF v_count = 0 OR cardinality(p_from) <> v_count OR cardinality(p_to) <> v_count THEN
    RAISE EXCEPTION 'journal % has no postings, or uneven ones', p_key USING ERRCODE = 'LG002';
  END IF;

  FOR attempt IN 1..2 LOOP
    SELECT array_agg(f.id ORDER BY p.n), array_agg(t.id ORDER BY p.n), min(f.vault),
        bool_and(f.vault = t.vault AND f.token = t.token) AND min(f.vault) = max(f.vault)
      INTO v_from, v_to, v_vault, v_fits
      FROM unnest(p_from, p_to) WITH ORDINALITY AS p (from_code, to_code, n)
      LEFT JOIN ledger_account f ON f.code = p.from_code
      LEFT JOIN ledger_account t ON t.code = p.to_code;
    EXIT WHEN array_position(v_from, NULL) IS NULL AND array_position(v_to, NULL) IS NULL;
    PERFORM open_account(c.code) FROM (SELECT DISTINCT unnest(p_from || p_to) AS code ORDER BY 1) c;
  END LOOP;
  IF v_fits IS NOT TRUE THEN
    RAISE EXCEPTION 'journal % crosses vaults or tokens', p_key USING ERRCODE = 'LG002';
  END IF;

  replayed := false;
  INSERT INTO journal (key, reason, vault, at, source) VALUES (p_key, p_reason, v_vault, p_at, p_source)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO journal_id;
  IF journal_id IS NULL THEN
    replayed := true;
    SELECT j.id INTO journal_id FROM journal j
      WHERE j.key = p_key AND j.reason = p_reason AND j.source = p_source
        AND (SELECT (array_agg(s.from_account ORDER BY s.id), array_agg(s.to_account ORDER BY s.id),
              array_agg(s.amount ORDER BY s.id)) = (v_from, v_to, p_amount)
            FROM posting s WHERE s.journal_id = j.id);
    IF journal_id IS NULL THEN
      RAISE EXCEPTION 'journal % was posted with other content', p_key USING ERRCODE = 'LG001';
    END IF;
    RETURN;
  END IF;

  INSERT INTO posting (journal_id, from_account, to_account, amount)
    SELECT post_journal.journal_id, p.from_id, p.to_id, p.amount
    FROM unnest(v_from, v_to, p_amount) WITH ORDINALITY AS p (from_id, to_id, amount, n) ORDER BY p.n;

  FOR v_change IN
    SELECT c.account, sum(c.change) AS change
      FROM (SELECT unnest(v_from) AS account, -unnest(p_amount) AS change
        UNION ALL SELECT unnest(v_to), unnest(p_amount)) c
      GROUP BY c.account ORDER BY c.account
  LOOP
    UPDATE ledger_account SET balance = balance + v_change.change WHERE id = v_change.account;
  END LOOP;
END $$;
