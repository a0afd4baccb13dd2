/**
 * Drill: an API host is stolen, and with it the API's login at the database (ADR 0075). On PostgreSQL with the
 * roles, rights and schema of production.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describeOnPostgres } from '@dr/test-kit'
import { makeCertificates } from '@dr/test-kit/host-certificates'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { databaseErrorOf } from '../../../src/platform/database/errors.ts'
import { GRANTS_FILE } from '../../../src/platform/database/migration/grant-rights.ts'
import { MigrationMismatchError, migrate } from '../../../src/platform/database/migration/migrate.ts'
import { readMigrations } from '../../../src/platform/database/migration/migration-files.ts'
import { openPostgres } from '../../../src/platform/database/postgres.ts'
import { readBlocks } from '../rotation/operations-document.ts'
import { ATTACKS, WRITTEN_BY_API } from './attacks.ts'
import { openRoles, type Roles } from './open-roles.ts'

const DENIED = '42501'
const TABLES = `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attnum > 0 AND NOT attisdropped
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' GROUP BY relname ORDER BY relname`

describeOnPostgres('a stolen API host', () => {
  let roles: Roles
  let thief: pg.Client
  let owner: pg.Client
  beforeAll(async () => {
    roles = await openRoles()
    owner = await roles.connect('digital_rights')
    thief = await roles.connect('dr_api')
    thief.on('error', () => undefined) // the last test ends its session
    await post(owner, 'mining.release', '0:DR:chain', '0:DR:emission-pool', 100n)
    await post(owner, 'package.deposit', '2:USDT:chain', '2:USDT:user-locked:1', 100n)
    await post(owner, 'package.mature', '2:USDT:user-locked:1', '2:USDT:user-available:1', 40n)
  })
  afterAll(async () => {
    await owner?.end()
    await roles?.stop()
  })

  /** Its SQLSTATE, or `allowed`; nothing of it stays. */
  const outcomeOf = async (sql: string, client = thief): Promise<string> => {
    await client.query('BEGIN')
    try {
      await client.query(sql)
      return 'allowed'
    } catch (error) {
      return databaseErrorOf(error)?.code ?? String(error)
    } finally {
      await client.query('ROLLBACK')
    }
  }
  let key = 0
  const post = (client: pg.Client, reason: string, from: string, to: string, amount: bigint) =>
    client.query('SELECT * FROM post_journal($1, $2, now(), $3, $4::text[], $5::text[], $6::numeric[])', [
      `test:${key++}`,
      reason,
      '{"kind":"test"}',
      [from],
      [to],
      [amount.toString()],
    ])
  const postMany = (client: pg.Client, reason: string, from: string, to: string, amount: bigint) =>
    client.query(
      `SELECT * FROM post_journals($1::text[], $2::text[], ARRAY[now()], $3::jsonb[], ARRAY[1], $4::text[], $5::text[], $6::numeric[])`,
      [[`test:${key++}`], [reason], ['{"kind":"test"}'], [from], [to], [amount.toString()]],
    )
  const codeOf = (error: unknown) => databaseErrorOf(error)?.code ?? String(error)
  const balanceOf = async (code: string) => {
    const { rows } = await owner.query('SELECT balance FROM ledger_account WHERE code = $1', [code])
    return BigInt(rows[0]?.balance ?? 0)
  }

  test('each table’s rights are decided: a new one fails here until it is in roles/grants.sql', async () => {
    const decided = [...readFileSync(GRANTS_FILE, 'utf8').matchAll(/^ {4}\('(\w+)',/gm)].map(
      ([, name]) => name,
    )
    const { rows } = await owner.query<{ name: string }>(TABLES)
    expect(decided.toSorted()).toEqual(rows.map(({ name }) => name))
  })

  test('writes these tables and columns, and no other: no balance, event, week, root or cursor', async () => {
    const { rows } = await owner.query<{ name: string; columns: string[] }>(TABLES)
    const written: Record<string, string> = {}
    for (const { name, columns } of rows) {
      const isAllowed = async (sql: string) => (await outcomeOf(sql)) !== DENIED
      expect([name, await outcomeOf(`TRUNCATE ${name} CASCADE`)]).toEqual([name, DENIED])
      const set: string[] = []
      for (const column of columns)
        if (await isAllowed(`UPDATE ${name} SET ${column} = DEFAULT WHERE false`)) set.push(column)
      const rights = [
        (await isAllowed(`INSERT INTO ${name} DEFAULT VALUES`)) ? 'a' : '',
        set.length === columns.length ? 'w' : set.length > 0 ? `w(${set})` : '',
        (await isAllowed(`DELETE FROM ${name} WHERE false`)) ? 'd' : '',
      ].join('')
      if (rights !== '') written[name] = rights
    }
    const sorted = (rights: string) => [...rights].toSorted().join('')
    const comparable = (all: Record<string, string>) =>
      Object.fromEntries(Object.entries(all).map(([name, rights]) => [name, sorted(rights)]))
    expect(comparable(written)).toEqual(comparable(WRITTEN_BY_API))
  })

  test.each(ATTACKS)('%s', async (sql) => {
    expect(await outcomeOf(sql)).toBe(DENIED)
  })

  test('posts no journal of the chain, of a week, or from one user to another', async () => {
    const forged = [
      ['mining.release', '0:DR:chain', '0:DR:emission-pool'],
      ['package.deposit', '2:USDT:chain', '2:USDT:user-locked:2'],
      ['withdrawal.returned', '0:DR:user-held:1', '0:DR:user-available:1'],
      ['withdrawal.paid', '0:DR:user-held:1', '0:DR:chain'],
      ['solvency.loss', '0:DR:recapitalised', '0:DR:chain'],
      ['operator.reversal', '0:DR:emission-pool', '0:DR:user-available:2'],
      ['dividends.week', '1:USDT:dividend-pool', '1:USDT:dividends-payable'],
      ['node.week', '2:USDT:node-pool', '2:USDT:user-available:2'],
      // an own reason, between other accounts
      ['mining.collect', '0:DR:chain', '0:DR:user-available:2'],
      ['dividends.credit', '1:USDT:dividend-pool', '1:USDT:user-available:2'],
      // an own reason, to another user
      ['package.mature', '2:USDT:user-locked:1', '2:USDT:user-available:2'],
      ['withdrawal.hold', '2:USDT:user-available:1', '2:USDT:user-held:2'],
      ['package.reinvest', '2:USDT:user-available:1', '2:USDT:user-locked:2'],
    ] as const
    for (const [reason, from, to] of forged) {
      for (const posting of [post, postMany])
        expect([reason, await posting(thief, reason, from, to, 1n).catch(codeOf)]).toEqual([reason, DENIED])
    }
    expect(await balanceOf('2:USDT:user-available:1')).toBe(40n)
  })

  test('its search_path changes nothing in the functions', async () => {
    const admin = await roles.connect()
    onTestFinished(() => admin.end())
    // More than it can do itself: it creates neither schema nor table.
    await admin.query(`CREATE SCHEMA trap;
      CREATE TABLE trap.ledger_account (LIKE public.ledger_account INCLUDING ALL);
      CREATE TABLE trap.journal (LIKE public.journal INCLUDING ALL);
      CREATE FUNCTION trap.has_function_privilege(name, text, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
      GRANT ALL ON SCHEMA trap TO dr_api; GRANT ALL ON ALL TABLES IN SCHEMA trap TO dr_api`)
    const trapped = await roles.connect('dr_api')
    onTestFinished(() => trapped.end())
    await trapped.query('SET search_path = trap, public, pg_catalog')
    const [reason, from, to] = ['mining.release', '0:DR:chain', '0:DR:emission-pool'] as const
    expect(await post(trapped, reason, from, to, 1n).catch(codeOf)).toBe(DENIED)
    await post(trapped, 'mining.collect', '0:DR:emission-pool', '0:DR:user-available:1', 1n)
    const { rows } = await admin.query('SELECT 1 FROM trap.ledger_account')
    expect([rows, await balanceOf('0:DR:user-available:1')]).toEqual([[], 1n])
    await admin.query('DROP SCHEMA trap CASCADE')
  })

  test('what is left to it: to credit what a pool holds, and not a unit more', async () => {
    const held = await balanceOf('0:DR:emission-pool')
    const collect = (amount: bigint) =>
      post(thief, 'mining.collect', '0:DR:emission-pool', '0:DR:user-available:2', amount)
    expect(await collect(held + 1n).catch(codeOf)).toBe('23514')
    await collect(held)
    expect(await balanceOf('0:DR:emission-pool')).toBe(0n)
    // No operator approves an own proposal; another one's name it can write, as the API does.
    const proposal = (decidedBy: string) =>
      outcomeOf(`INSERT INTO operator_proposal (subject, before, value, reason, proposed_by, proposed_at, expires_at,
        state, decided_by, decided_at) VALUES ('dailyUsd', 1, 2, '', '0x${'1'.repeat(40)}', 1, 9, 'approved', '${decidedBy}', 2)`)
    expect(await proposal(`0x${'1'.repeat(40)}`)).toBe('23514')
    expect(await proposal(`0x${'2'.repeat(40)}`)).toBe('allowed')
  })

  test('worker and indexer post every reason, and read no password, code or session', async () => {
    for (const role of ['dr_worker', 'dr_indexer']) {
      const client = await roles.connect(role)
      onTestFinished(() => client.end())
      await post(client, 'mining.release', '0:DR:chain', '0:DR:emission-pool', 1n)
      for (const sql of [
        'UPDATE ledger_account SET balance = balance',
        'INSERT INTO posting DEFAULT VALUES',
        'SELECT password_hash FROM account_security',
        'SELECT code_hash FROM email_code',
        'SELECT token_hash FROM session',
        'SELECT * FROM operator_proposal',
        'ALTER TABLE posting DISABLE TRIGGER ALL',
        'SET ROLE digital_rights',
      ])
        expect([role, sql, await outcomeOf(sql, client)]).toEqual([role, sql, DENIED])
    }
  })

  test('a process’s role does not update the schema: its program says who does', async () => {
    const database = openPostgres({ url: roles.urlOf('dr_api'), poolMax: 2 })
    onTestFinished(() => database.close())
    expect(await migrate(database)).toEqual([])
    const [last] = readMigrations().slice(-1)
    if (!last) throw new Error('there are no migrations')
    const newer = { ...last, name: '9999_newer.sql', sql: 'CREATE TABLE newer ()' }
    const migrating = migrate(database, [...readMigrations(), newer])
    await expect(migrating).rejects.toThrow(MigrationMismatchError)
    await expect(migrating).rejects.toThrow(/run migrate\.ts as the database's owner first/)
  })

  test('without TLS, or with a server of another authority, no session begins', async () => {
    const { rows } = await thief.query('SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
    expect(rows).toEqual([{ ssl: true, version: 'TLSv1.3' }])
    const connecting = (url: string) => new pg.Client({ connectionString: url }).connect()
    for (const role of ['dr_api', 'dr_worker', 'dr_indexer', 'digital_rights', 'postgres'])
      await expect(connecting(roles.urlOf(role).replace(/\?.*/, ''))).rejects.toThrow(/no encryption/)
    const folder = mkdtempSync(join(tmpdir(), 'dr-other-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const other = await makeCertificates(folder, ['db1=127.0.0.11'], undefined)
    const toOther = roles.urlOf('dr_api').replace(roles.authority, other.authority)
    await expect(connecting(toOther)).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })
  })

  test('is cut off as docs/operations.md says; the hosts that are left have the same rights by another login', async () => {
    const ended = new Promise((resolve) => thief.once('end', resolve))
    const [block] = readBlocks().filter(({ heading }) => heading === 'A stolen API host')
    execFileSync('bash', ['--norc', '-ec', String(block?.script)], {
      env: {
        PATH: [roles.cluster.binDirectory, process.env.PATH].join(delimiter),
        ADMIN_URL: roles.urlOf('postgres', 'postgres'),
        NEW_DATABASE_PASSWORD: 'secret',
      },
    })
    await ended
    await expect(roles.connect('dr_api')).rejects.toMatchObject({ code: '28000' })
    const second = await roles.connect('dr_api_2')
    onTestFinished(() => second.end())
    const [reason, from, to] = ['mining.release', '0:DR:chain', '0:DR:emission-pool'] as const
    expect(await post(second, reason, from, to, 1n).catch(codeOf)).toBe(DENIED)
    expect(await outcomeOf('INSERT INTO seen_request DEFAULT VALUES', second)).toBe('23502')
    expect(await outcomeOf('UPDATE ledger_account SET balance = 1', second)).toBe(DENIED)
  })
})
