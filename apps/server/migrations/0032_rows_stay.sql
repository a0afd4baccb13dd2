-- runs-with: 0021
-- Rows stay in their tables (ADR 0061). The program part, `0032_rows_stay.ts`, has put back what was compressed by 0027 and
-- 0028. Here are the ledger's posting functions without the check of archived keys: the key of each journal is in the table
-- again, and unique there. What is empty now is dropped in 0035.

-- Posts one journal: the n-th amount goes from the n-th `from` to the n-th `to`. All of one vault, each of one token.
-- The same key with the same content changes nothing and answers with the journal that stands.
-- Locks: first the key, then the accounts in the order of their ids, so that two calls cannot deadlock.
CREATE OR REPLACE FUNCTION post_journal(
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

-- All of them, set by set, or SQLSTATE LG004: not smooth. Not smooth is a key that stands already or twice, a journal that
-- is none, and an account that might run below zero in between; `post_journals` then takes them one by one.
-- `p_journal`: the journal each posting belongs to, counted from 1, ascending.
-- Locks as `post_journal`: first the keys, in their order, then the accounts in the order of their ids. NO KEY UPDATE is what
-- an UPDATE takes: FOR UPDATE would wait for the foreign keys of others' postings, which are not in any order.
CREATE OR REPLACE FUNCTION post_journals_smoothly(
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
