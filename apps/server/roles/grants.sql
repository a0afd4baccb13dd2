-- Rights of the processes' roles (ADR 0075), given again by `migrate.ts` after each update; none where the roles are not.
-- A table for each, no default: stolen-api.test.ts fails for a table that is not here. r SELECT, a INSERT, w UPDATE, d DELETE; columns
-- in brackets. A right is removed when no released program uses it any more.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;

DO $$
DECLARE
  v_table record;
  v_right record;
BEGIN
  IF to_regrole('dr_api') IS NULL THEN
    RETURN;
  END IF;
  REVOKE ALL ON ALL TABLES IN SCHEMA public FROM dr_api, dr_worker, dr_indexer;
  REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM dr_api, dr_worker, dr_indexer;
  GRANT USAGE ON SCHEMA public TO dr_api, dr_worker, dr_indexer;
  GRANT EXECUTE ON FUNCTION post_journal, post_journals TO dr_api, dr_worker, dr_indexer;
  GRANT EXECUTE ON FUNCTION post_every_reason TO dr_worker, dr_indexer;
  FOR v_table IN SELECT * FROM (VALUES
-- table                     API                                          worker            indexer
-- ledger: balances move by post_journal and post_journals alone
    ('account_book',            'rw(unattributed)',                          'raw',            'raw'),
    ('hold',                    'ra',                                        'rw',             'rw'),
    ('journal',                 'r',                                         'r',              'r'),
    ('ledger_account',          'r',                                         'r',              'r'),
    ('posting',                 'r',                                         'r',              'r'),
-- the chain, as read
    ('chain_clock',             'r',                                         'r',              'raw'),
    ('chain_number',            'r',                                         'r',              'raw'),
    ('claim_ahead',             '',                                          'r',              'rad'),
    ('false_event',             'r',                                         'r',              'raw'),
    ('handled_block',           '',                                          'r',              'raw'),
    ('handled_span',            '',                                          'r',              'rawd'),
    ('rpc_endpoint_distrusted', 'r',                                         'r',              'rad'),
    ('suspense_event',          'r',                                         'r',              'raw'),
-- processes
    ('announcement',            'ra',                                        'rad',            'ra'),
    ('emission_start',          'r',                                         'ra',             'ra'),
    ('installation',            'ra',                                        'ra',             'ra'),
    ('leadership',              '',                                          'raw',            'raw'),
    ('rate_bucket',             '',                                          '',               ''),
    ('schema_migration',        'r',                                         'r',              'r'),
    ('seen_request',            'ra',                                        'r(forget_at)d',  ''),
-- people and their secrets
    ('account_security',        'raw(email,email_bound_at,email_replaced_at,password_hash,password_set_at)', '', ''),
    ('email_code',              'raw(tries,used_at)d',                       'r(sent_at)d',    ''),
    ('notice_read',             'raw(edition,at)',                           '',               ''),
    ('password_try',            'raw(tries,ends_at)d',                       'r(ends_at)d',    ''),
    ('session',                 'raw(revoked_at)',                           'r(expires_at)d', ''),
    ('signing_order',           'rad',                                       'r(deadline)d',   ''),
    ('used_nonce',              'ra',                                        'r(expires_at)d', ''),
    ('users',                   'raw(inviter_id,activated_at)',              'ra',             'ra'),
-- operators, and what they decide
    ('mining_product',          'raw',                                       'raw',            'raw'),
    ('notice',                  'raw(texts,edited_at,edition,withdrawn_at)', '',               ''),
    ('operator_audit',          'ra',                                        '',               ''),
    ('operator_proposal',       'raw(state,decided_by,decided_at)',          '',               ''),
    ('operator_stop',           'raw(reason,stopped_by)d',                   'r',              'r'),
    ('package',                 'raw',                                       'raw',            'raw'),
    ('package_terms',           'raw',                                       'r',              'r'),
    ('parameter_change',        'ra',                                        'r',              'r'),
-- vouchers and withdrawals
    ('swap_promise',            'ra',                                        'rd',             'rd'),
    ('voucher_order',           'ra',                                        'rw',             'rw'),
    ('withdrawal',              'ra',                                        'rw',             'rw'),
    ('withdrawal_recent',       'rad',                                       'rwd',            'rwd'),
    ('withdrawal_total',        'r',                                         'r',              'raw'),
-- machines
    ('mining_acc_point',        'r',                                         'r',              'ra'),
    ('mining_activation',       'r',                                         'r',              'ra'),
    ('mining_collect',          'ra',                                        'ra',             'r'),
    ('mining_machine',          'r',                                         'r',              'raw'),
    ('mining_pool',             'r',                                         'r',              'raw'),
    ('mining_position',         'rawd',                                      'rawd',           'r'),
    ('mining_power_change',     'r',                                         'r',              'raw'),
    ('mining_power_moment',     'r',                                         'r',              'raw'),
    ('mining_purchase',         'r',                                         'r',              'ra'),
    ('mining_reservation',      'rawd',                                      'rawd',           'rawd'),
    ('mining_reservation_wait', 'r',                                         'rawd',           'rawd'),
    ('mining_total',            'r',                                         'r',              'raw'),
-- packages, nodes and claims
    ('node_branch',             'r',                                         'raw',            'raw'),
    ('node_income',             'r',                                         'ra',             'ra'),
    ('node_member',             'ra',                                        'raw',            'raw'),
    ('node_share',              'r',                                         'ra',             'ra'),
    ('node_stake',              'ra',                                        'raw',            'raw'),
    ('node_week',               'r',                                         'ra',             'ra'),
    ('package_budget',          'rw(left_amount,committed_until,withheld)',  'rw',             'raw'),
    ('package_deposit',         'rw(outcome,reason,user_id)',                'rw',             'raw'),
    ('package_funding',         'r',                                         'r',              'ra'),
    ('package_position',        'raw(credited,principal_returned,next_due_at)', 'rw',          'raw'),
    ('package_user',            'raw',                                       'raw',            'raw'),
    ('recharge',                'raw(created_at)d',                          'r',              ''),
    ('vault_claim',             'r',                                         'rw',             'raw'),
-- POD power and dividends
    ('dividend_income',         'r',                                         'ra',             'ra'),
    ('dividend_prize',          'r',                                         'ra',             'ra'),
    ('dividend_week',           'r',                                         'ra',             'ra'),
    ('pod_close',               'r',                                         'ra',             'ra'),
    ('pod_day_total',           'r',                                         'r',              'raw'),
    ('pod_growth',              'r',                                         'r',              'raw'),
    ('pod_pledge_change',       'raw(joining,leaving)',                      'r',              'raw'),
    ('pod_pool',                'r',                                         'raw',            'raw'),
    ('pod_position',            'rw',                                        'rw',             'raw'),
    ('pod_purchase',            'r',                                         'r',              'ra'),
    ('pod_week_total',          'raw(joining,leaving)',                      'r',              'raw'),
-- prices, swaps and the draw
    ('draw',                    'r',                                         'r',              'raw'),
    ('draw_claim',              'r',                                         'r',              'raw'),
    ('draw_entry',              'r',                                         'r',              'raw'),
    ('draw_funding',            'r',                                         'r',              'ra'),
    ('pool_price',              'r',                                         'r',              'raw'),
    ('price_known',             'r',                                         'raw',            'r'),
    ('price_observation',       'r',                                         'r',              'ra'),
    ('swap_record',             'r',                                         'r',              'raw'),
-- teams
    ('activity',                'ra',                                        'rad',            'ra'),
    ('team_day',                'r',                                         'raw',            'r'),
    ('team_member',             'r',                                         'raw',            'r'),
    ('team_people',             'r',                                         'raw',            'r'),
    ('team_week',               'r',                                         'raw',            'r'),
-- books of the vaults, results and roots
    ('announced_call',          'r',                                         'r',              'raw'),
    ('expected_inflow',         'r',                                         'r',              'rad'),
    ('internal_transfer',       '',                                          '',               ''),
    ('recapitalisation',        'r',                                         'r',              'ra'),
    ('reserve_check',           'r',                                         'raw',            'r'),
    ('reserve_shortfall',       'r',                                         'raw',            'r'),
    ('roots_book',              'r',                                         'ra',             ''),
    ('roots_epoch',             'r',                                         'raw',            ''),
    ('roots_file',              'r',                                         'raw',            ''),
    ('roots_piece',             'r',                                         'rad',            ''),
    ('setting_change',          'r',                                         'r',              'ra'),
    ('solvency_day',            'r',                                         'r',              'raw'),
    ('weekly_result',           'r',                                         'ra',             'r'),
    ('weekly_result_posted',    'r',                                         'r',              'ra')
  ) AS t (name, dr_api, dr_worker, dr_indexer)
  LOOP
    FOR v_right IN
      SELECT role, m[1] AS letter, coalesce(m[2], '') AS columns
      FROM (VALUES ('dr_api', v_table.dr_api), ('dr_worker', v_table.dr_worker), ('dr_indexer', v_table.dr_indexer)) r (role, rights),
        regexp_matches(rights, '([rawd])(\([^)]*\))?', 'g') m
    LOOP
      EXECUTE format('GRANT %s %s ON %I TO %I',
        CASE v_right.letter WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' ELSE 'DELETE' END,
        v_right.columns, v_table.name, v_right.role);
    END LOOP;
  END LOOP;
END $$;
