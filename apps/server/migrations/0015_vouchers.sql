-- Keeps an account's other quotes waiting until this transaction ends; the last order id of the account on the contract,
-- as it is once the wait is over (each statement in here sees what was committed meanwhile).
CREATE FUNCTION lock_vouchers(p_account text, p_contract text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_last uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('voucher:' || p_account, 0));
  SELECT id INTO v_last FROM voucher_order
    WHERE account = p_account AND contract = p_contract ORDER BY id DESC LIMIT 1;
  RETURN v_last;
END $$;
