/**
 * Possible mistakes of an operator, each with the real programs: the process exits with 1 and prints one line
 * that names the setting, and nothing secret. `FULL=1`: further rows too. An unreachable signing process is
 * no fault at a start (signing-process.test.ts).
 */
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeOnPostgres, NODE_ENVIRONMENT, startAnvil, startPostgres } from '@dr/test-kit'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../src/platform/database/migration/migrate.ts'
import { openPostgres } from '../../../src/platform/database/postgres.ts'
import {
  database,
  type Folder,
  FURTHER,
  GENESIS,
  KEYS,
  KEYS_OF,
  PASSWORD,
  PEPPER,
  type Program,
  ROWS,
  type Row,
  RPC_KEY,
  SECRETS,
  urlOf,
  writePolicy,
  writeRecord,
} from './start-fault-rows.ts'

const FULL = process.env.FULL === '1'
const prepare = async (program: Program): Promise<Folder> => {
  const directory = mkdtempSync(join(tmpdir(), 'dr-fault-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const at = (name: string) => join(directory, name)
  await mkdir(at('secrets'), { mode: 0o700 })
  for (const name of KEYS_OF[program]) {
    await writeFile(at(`secrets/${name}`), String(KEYS[name]), { mode: 0o600 })
  }
  if (program === 'api') await writeFile(at('secrets/payment-pepper'), PEPPER, { mode: 0o600 })
  await writeRecord(at)
  await writePolicy(at)
  const common = {
    CHAIN_ID: '97',
    DATA_DIR: at('data'),
    SECRETS_DIR: at('secrets'),
    DEPLOYMENT_FILE: at('97.json'),
  }
  const environment =
    program === 'signer'
      ? { ...common, SIGNER_LISTEN: `unix:${at('signer.sock')}`, SIGNER_POLICY_FILE: at('policy.json') }
      : {
          ...common,
          PORT: '0',
          DATABASE_URL: urlOf('dr', PASSWORD, 'dr'),
          RPC_URLS: `http://127.0.0.1:1/${RPC_KEY}`,
          PUBLIC_RPC_URLS: 'https://public.test',
          PUBLIC_ORIGIN: 'https://app.test',
          GENESIS_ADDRESS: GENESIS,
        }
  return { directory, environment, at }
}

const programOf = (name: Program) => fileURLToPath(new URL(`../../../src/bin/${name}.ts`, import.meta.url))

const run = async (row: Row) => {
  const folder = await prepare(row.program)
  await row.files?.(folder)
  const environment = { ...folder.environment, ...row.set?.(folder) }
  const child = spawn(process.execPath, [programOf(row.program)], {
    // From their sources, as in production.
    env: { ...NODE_ENVIRONMENT, DR_BUNDLES: '', ...environment },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk) => {
    said.out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    said.error += String(chunk)
  })
  const [code] = await once(child, 'close')
  return { code, ...said }
}

/** PostgreSQL that requires passwords, with a database that another server created. */
const startDatabase = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'dr-hba-'))
  chmodSync(directory, 0o755)
  const hba = join(directory, 'pg_hba.conf')
  await writeFile(hba, 'host all postgres 127.0.0.1/32 trust\nhost all dr 127.0.0.1/32 scram-sha-256\n', {
    mode: 0o644,
  })
  const cluster = await startPostgres({ settings: [`hba_file=${hba}`] })
  database.url = cluster.url('postgres')
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`CREATE ROLE dr LOGIN PASSWORD '${PASSWORD}'`)
  await admin.query('CREATE DATABASE dr OWNER dr')
  await admin.end()
  const begun = openPostgres({ url: urlOf('dr', PASSWORD, 'dr'), poolMax: 1 })
  await migrate(begun)
  const fingerprint = createHmac('sha256', Buffer.from(PEPPER, 'hex'))
    .update('digital-rights/payment-pepper/fingerprint')
    .digest('hex')
    .slice(0, 32)
  await begun.single.query({
    text: `INSERT INTO installation (name, value) VALUES ('genesis', $1), ('payment-pepper', $2)`,
    values: [GENESIS.toLowerCase(), fingerprint],
  })
  await begun.close()
  return async () => {
    await cluster.stop()
    rmSync(directory, { recursive: true })
  }
}

describeOnPostgres('a start is refused with one line, and no secret, for', () => {
  const endings: (() => Promise<void>)[] = []
  beforeAll(async () => {
    endings.push(await startDatabase())
    const anvil = await startAnvil()
    endings.push(anvil.stop)
    database.anvil = anvil.url
  })
  afterAll(async () => {
    for (const end of endings.reverse()) await end()
  })

  test.each(FULL ? [...ROWS, ...FURTHER] : ROWS)('$program: $fault', async (row) => {
    const { code, out, error } = await run(row)
    expect(error.trimEnd().split('\n'), error).toHaveLength(1)
    expect(error).toMatch(row.says)
    expect(code).toBe(1)
    for (const secret of SECRETS) expect(out + error).not.toContain(secret)
  })
})
