-- Many journals in one call (modules/ledger/post-journals.ts). Each stands or falls by itself: what cannot be posted is
-- answered with its error and leaves its neighbours alone. In the order given: a journal may spend what one before it brings.

-- All of them, set by set, or SQLSTATE LG004: not smooth. Not smooth is a key that stands already or twice, a journal that
-- is none, and an account that might run below zero in between; `post_journals` then takes them one by one.
-- `p_journal`: the journal each posting belongs to, counted from 1, ascending.
-- Locks as `post_journal`: first the keys, in their order, then the accounts in the order of their ids. NO KEY UPDATE is what
-- an UPDATE takes: FOR UPDATE would wait for the foreign keys of others' postings, which are not in any order.
CREATE FUNCTION post_journals_smoothly(
  p_key text[], p_reason text[], p_at timestamptz[], p_source jsonb[],
  p_journal integer[], p_from text[], p_to text[], p_amount numeric[]
) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  v_from bigint[];
  v_to bigint[];
  v_vault smallint[];
  v_fits boolean;
  v_id bigint[];
  v_new bigint;
  v_doubtful boolean;
BEGIN
  FOR attempt IN 1..2 LOOP
    SELECT array_agg(f.id ORDER BY p.n), array_agg(t.id ORDER BY p.n),
        bool_and(f.vault = t.vault AND f.token = t.token)
      INTO v_from, v_to, v_fits
      FROM unnest(p_from, p_to) WITH ORDINALITY AS p (from_code, to_code, n)
      LEFT JOIN ledger_account f ON f.code = p.from_code
      LEFT JOIN ledger_account t ON t.code = p.to_code;
    EXIT WHEN array_position(v_from, NULL) IS NULL AND array_position(v_to, NULL) IS NULL;
    PERFORM open_account(c.code) FROM (SELECT DISTINCT unnest(p_from || p_to) AS code ORDER BY 1) c;
  END LOOP;

  SELECT array_agg(j.vault ORDER BY j.journal), v_fits AND bool_and(j.same) AND count(*) = cardinality(p_key)
    INTO v_vault, v_fits
    FROM (
      SELECT p.journal, min(left(p.code, 1)::smallint) AS vault, min(left(p.code, 1)) = max(left(p.code, 1)) AS same
      FROM unnest(p_journal, p_from) AS p (journal, code) GROUP BY p.journal
    ) j;
  IF v_fits IS NOT TRUE THEN
    RAISE EXCEPTION 'not all are journals' USING ERRCODE = 'LG004';
  END IF;

  SELECT array_agg(nextval('journal_id_seq')) INTO v_id FROM generate_subscripts(p_key, 1);
  INSERT INTO journal (id, key, reason, vault, at, source) OVERRIDING SYSTEM VALUE
    SELECT * FROM unnest(v_id, p_key, p_reason, v_vault, p_at, p_source) AS j (id, key) ORDER BY j.key
    ON CONFLICT (key) DO NOTHING;
  GET DIAGNOSTICS v_new = ROW_COUNT;
  IF v_new <> cardinality(p_key) THEN
    RAISE EXCEPTION 'a key stands already' USING ERRCODE = 'LG004';
  END IF;

  INSERT INTO posting (journal_id, from_account, to_account, amount)
    SELECT v_id[p.journal], p.from_id, p.to_id, p.amount
    FROM unnest(p_journal, v_from, v_to, p_amount) WITH ORDINALITY AS p (journal, from_id, to_id, amount, n) ORDER BY p.n;

  WITH change AS (
    SELECT c.account, sum(c.comes) AS comes, sum(c.goes) AS goes
    FROM (SELECT unnest(v_from) AS account, 0 AS comes, unnest(p_amount) AS goes
      UNION ALL SELECT unnest(v_to), unnest(p_amount), 0) c
    GROUP BY c.account
  ), locked AS MATERIALIZED (
    SELECT a.id FROM ledger_account a WHERE a.id = ANY(v_from || v_to) ORDER BY a.id FOR NO KEY UPDATE
  ), moved AS (
    UPDATE ledger_account a SET balance = a.balance + c.comes - c.goes
      FROM locked l JOIN change c ON c.account = l.id WHERE a.id = l.id
      RETURNING CASE WHEN a.kind = 'chain' THEN a.balance + c.goes > 0 ELSE a.balance - c.comes < 0 END AS doubtful
  )
  SELECT bool_or(m.doubtful) INTO v_doubtful FROM moved m;
  IF v_doubtful THEN
    RAISE EXCEPTION 'an account might run out in between' USING ERRCODE = 'LG004';
  END IF;
  RETURN v_id;
END $$;

-- One row a journal, in their order: the journal, or why it could not be posted (SQLSTATE, violated constraint, message).
CREATE FUNCTION post_journals(
  p_key text[], p_reason text[], p_at timestamptz[], p_source jsonb[],
  p_journal integer[], p_from text[], p_to text[], p_amount numeric[]
) RETURNS TABLE (n integer, journal_id bigint, replayed boolean, error_code text, error_constraint text, error_message text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_first bigint[];
  v_last bigint[];
  v_posted record;
BEGIN
  BEGIN
    RETURN QUERY SELECT o.n::integer, o.id, false, NULL::text, NULL::text, NULL::text
      FROM unnest(post_journals_smoothly(p_key, p_reason, p_at, p_source, p_journal, p_from, p_to, p_amount))
        WITH ORDINALITY AS o (id, n) ORDER BY o.n;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'LG004' OR SQLSTATE 'LG002' OR integrity_constraint_violation OR data_exception THEN
    NULL; -- undone; one by one
  END;

  PERFORM 1 FROM ledger_account a WHERE a.code = ANY(p_from || p_to) ORDER BY a.id FOR NO KEY UPDATE;
  SELECT array_agg(p.first ORDER BY k.i), array_agg(p.last ORDER BY k.i) INTO v_first, v_last
    FROM generate_subscripts(p_key, 1) AS k (i)
    LEFT JOIN (
      SELECT u.journal, min(u.at) AS first, max(u.at) AS last
      FROM unnest(p_journal) WITH ORDINALITY AS u (journal, at) GROUP BY u.journal
    ) p ON p.journal = k.i;
  FOR i IN 1..cardinality(p_key) LOOP
    n := i;
    journal_id := NULL;
    replayed := NULL;
    error_code := NULL;
    error_constraint := NULL;
    error_message := NULL;
    BEGIN
      SELECT j.journal_id, j.replayed INTO v_posted FROM post_journal(p_key[i], p_reason[i], p_at[i], p_source[i],
        p_from[v_first[i]:v_last[i]], p_to[v_first[i]:v_last[i]], p_amount[v_first[i]:v_last[i]]) j;
      journal_id := v_posted.journal_id;
      replayed := v_posted.replayed;
    EXCEPTION WHEN SQLSTATE 'LG001' OR SQLSTATE 'LG002' OR integrity_constraint_violation OR data_exception THEN
      GET STACKED DIAGNOSTICS error_code = RETURNED_SQLSTATE, error_constraint = CONSTRAINT_NAME,
        error_message = MESSAGE_TEXT;
    END;
    RETURN NEXT;
  END LOOP;
END $$;
