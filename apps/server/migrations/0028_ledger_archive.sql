-- runs-with: 0021
-- The ledger's months that are over, as compressed files in a chain of hashes (ADR 0048). `post_journal` and
-- `post_journals_smoothly` are those of 0002 and 0013 but for the check of archived keys.

-- Journals in the order of their ids, without a gap from the first one on; `content`: gzip of JSON lines. `hash`: SHA-256 of
-- the one before (32 zero bytes for the first), then the lines.
CREATE TABLE ledger_archive (
  id bigint PRIMARY KEY,
  first_journal bigint NOT NULL,
  last_journal bigint NOT NULL CONSTRAINT ledger_archive_last_journal_unique UNIQUE,
  journals integer NOT NULL,
  postings integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  hash bytea NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT ledger_archive_range CHECK (first_journal <= last_journal AND journals > 0 AND postings >= journals)
);
ALTER TABLE ledger_archive ALTER COLUMN content SET STORAGE EXTERNAL;

-- What the archived postings have added up to, by account: balance = opening + postings (ledger/audit-ledger.ts).
CREATE TABLE ledger_opening (
  account_id bigint PRIMARY KEY,
  amount numeric(78, 0) NOT NULL
);

-- So that no archived journal is posted again: the first half of the key's SHA-256.
CREATE TABLE ledger_archived_key (
  hash bytea PRIMARY KEY
);
CREATE FUNCTION journal_key_hash(p_key text) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
  RETURN substring(sha256(convert_to(p_key, 'UTF8')) for 16);

-- The archived lines of one user, newest last, for their histories.
CREATE TABLE ledger_statement (
  user_id bigint NOT NULL,
  last_posting bigint NOT NULL,
  first_posting bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT ledger_statement_pkey PRIMARY KEY (user_id, last_posting)
);

-- While journals are being archived: up to which one, and whose statements are written.
CREATE TABLE ledger_archive_run (
  id integer PRIMARY KEY DEFAULT 1 CONSTRAINT ledger_archive_run_one_row CHECK (id = 1),
  last_journal bigint NOT NULL,
  users_through bigint NOT NULL DEFAULT 0
);

-- A hold remains when its journals are archived.
ALTER TABLE hold DROP CONSTRAINT hold_journal_id_journal_id_fk;
ALTER TABLE hold DROP CONSTRAINT hold_resolved_by_journal_id_fk;

CREATE FUNCTION refuse_delete_but_of_archive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('ledger.archiving', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'rows of % are never changed: post a reversal', TG_TABLE_NAME USING ERRCODE = 'LG003';
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION require_archived_journals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT max(id) FROM gone) > coalesce((SELECT max(last_journal) FROM ledger_archive), 0) THEN
    RAISE EXCEPTION 'a journal that is not archived cannot be deleted' USING ERRCODE = 'LG003';
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION require_archived_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT max(journal_id) FROM gone) > coalesce((SELECT max(last_journal) FROM ledger_archive), 0) THEN
    RAISE EXCEPTION 'a posting that is not archived cannot be deleted' USING ERRCODE = 'LG003';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER journal_append_only ON journal;
DROP TRIGGER posting_append_only ON posting;
CREATE TRIGGER journal_append_only BEFORE UPDATE OR TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER posting_append_only BEFORE UPDATE OR TRUNCATE ON posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_leaves_by_archive BEFORE DELETE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_delete_but_of_archive();
CREATE TRIGGER posting_leaves_by_archive BEFORE DELETE ON posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_delete_but_of_archive();
CREATE TRIGGER journal_is_archived AFTER DELETE ON journal REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION require_archived_journals();
CREATE TRIGGER posting_is_archived AFTER DELETE ON posting REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION require_archived_postings();
CREATE TRIGGER ledger_archive_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_archive
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_archived_key_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_archived_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_statement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_statement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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
  -- After the insert: until it, the archive may have taken the journal that had the key.
  IF EXISTS (SELECT FROM ledger_archived_key k WHERE k.hash = journal_key_hash(p_key)) THEN
    RAISE EXCEPTION 'journal % was posted, and is archived', p_key USING ERRCODE = 'LG001';
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
  IF EXISTS (SELECT FROM unnest(p_key) AS p (key) JOIN ledger_archived_key k ON k.hash = journal_key_hash(p.key)) THEN
    RAISE EXCEPTION 'a key is archived' USING ERRCODE = 'LG004';
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
