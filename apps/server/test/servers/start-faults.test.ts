/**
 * Possible mistakes of an operator, each with the real programs: the process exits with 1 and prints one line
 * that names the setting, and nothing secret. `FULL=1`: further rows too. An unreachable signing process is
 * no fault at a start (signing-process.test.ts).
 */
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeOnPostgres, NODE_ENVIRONMENT, startAnvil, startPostgres } from '@dr/test-kit'
import pg from 'pg'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/platform/database/migration/migrate.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import { OFFLINE_DEPLOYMENT } from '../app/offline-deployment.ts'
import { capsPerDay } from './signer-process.ts'

const FULL = process.env.FULL === '1'
const GENESIS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const PASSWORD = 'hunter2-of-the-database'
const RPC_KEY = 'SECRETRPCKEY'
const METRICS_TOKEN = 'a-token-of-sixteen-letters'
const KEYS = Object.fromEntries(
  ['signer', 'keeper', 'attester', 'drawer'].map((name) => [name, generatePrivateKey()]),
)
const PEPPER = 'ab'.repeat(32)
const SECRETS = [PASSWORD, RPC_KEY, METRICS_TOKEN, PEPPER, ...Object.values(KEYS).map((key) => key.slice(2))]

type Program = 'api' | 'indexer' | 'worker' | 'signer'
const programOf = (name: Program) => fileURLToPath(new URL(`../../src/bin/${name}.ts`, import.meta.url))
const KEYS_OF: Readonly<Record<Program, readonly string[]>> = {
  api: ['signer'],
  indexer: [],
  worker: ['keeper', 'attester', 'drawer'],
  signer: ['signer'],
}

interface Folder {
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  /** A path in the folder. */
  at(name: string): string
}

interface Row {
  readonly program: Program
  readonly fault: string
  /** The line on standard error. */
  readonly says: RegExp
  readonly set?: (folder: Folder) => Readonly<Record<string, string>>
  readonly files?: ((folder: Folder) => Promise<unknown>) | undefined
}

const settings = (program: Program, fault: string, set: Record<string, string>, says: RegExp): Row => ({
  program,
  fault,
  says,
  set: () => set,
})
const files = (program: Program, fault: string, change: Row['files'], says: RegExp): Row => ({
  program,
  fault,
  says,
  files: change,
})

const database = { url: '', anvil: '' }
const urlOf = (user: string, password: string, name: string) => {
  const url = new URL(database.url)
  Object.assign(url, { username: user, password, pathname: `/${name}` })
  return url.href
}
const onDatabase = (fault: string, url: () => string, says: RegExp): Row => ({
  program: 'worker',
  fault,
  says,
  set: () => ({ DATABASE_URL: url() }),
})

const ROWS: readonly Row[] = [
  settings(
    'api',
    'a misspelled variable',
    { METRIC_TOKEN: METRICS_TOKEN },
    /METRIC_TOKEN: .*METRICS_TOKEN\?/,
  ),
  settings(
    'api',
    'a wrong checksum',
    { GENESIS_ADDRESS: GENESIS.replace('aAe', 'AAe') },
    /GENESIS_ADDRESS: .*EIP-55/,
  ),
  settings('api', 'a proxy that is none', { TRUST_PROXY: 'true' }, /TRUST_PROXY: .*10\.0\.0\.0\/8/),
  files(
    'api',
    'an open folder of keys',
    ({ at }) => chmod(at('secrets'), 0o755),
    /^SECRETS_DIR: .*chmod 700/,
  ),
  files(
    'api',
    'another pepper',
    ({ at }) => writeFile(at('secrets/payment-pepper'), 'cd'.repeat(32)),
    /^SECRETS_DIR\/payment-pepper is another/,
  ),
  settings(
    'indexer',
    'another genesis',
    { GENESIS_ADDRESS: `0x${'9'.repeat(40)}` },
    /^GENESIS_ADDRESS: .*began with/,
  ),
  files(
    'worker',
    'a key that is none',
    ({ at }) => writeFile(at('secrets/keeper'), 'garbage'),
    /^SECRETS_DIR: .*keeper: not a private key/,
  ),
  {
    program: 'api',
    fault: 'another chain',
    says: /RPC_URLS.*31337/,
    set: () => ({ RPC_URLS: `${database.anvil}/?key=${RPC_KEY}` }),
  },
  onDatabase(
    'a database that is down',
    () => `postgresql://u:${PASSWORD}@127.0.0.1:1/dr`,
    /^DATABASE_URL: no server takes/,
  ),
  onDatabase(
    'a wrong password',
    () => urlOf('dr', `${PASSWORD}x`, 'dr'),
    /^DATABASE_URL: the password is wrong \(.*28P01\)/,
  ),
  {
    program: 'indexer',
    fault: 'RPC endpoints that are away, on a new database',
    says: /^no endpoint of RPC_URLS answers/,
    set: () => ({ RPC_URLS: `http://127.0.0.1:1/v3/${RPC_KEY}` }),
  },
  settings(
    'api',
    'a key beside a signing process',
    { SIGNER_URL: 'unix:/run/signer.sock' },
    /^SIGNER_URL: .*remove .*secrets\/signer/,
  ),
  files(
    'signer',
    'rules without a cap',
    ({ at }) => writePolicy(at, { 'withdraw-dr': {} }),
    /^SIGNER_POLICY_FILE .*withdraw-dr\.DR: /,
  ),
]

const writePolicy = (at: Folder['at'], caps: Parameters<typeof capsPerDay>[0] = {}) =>
  writeFile(at('policy.json'), JSON.stringify({ signaturesPerSecond: 10, capsPerDay: capsPerDay(caps) }))
const https = { SIGNER_URL: 'https://signer.test:8443' }

const FURTHER: readonly Row[] = [
  settings('api', 'no database', { DATABASE_URL: '' }, /DATABASE_URL: needed on chain 97/),
  settings('api', 'a port that is none', { PORT: 'eighty' }, /PORT: /),
  settings(
    'api',
    'SMTP without a sender',
    { SMTP_URL: `smtps://u:${PASSWORD}@mail.test:465` },
    /MAIL_FROM: SMTP_URL and MAIL_FROM/,
  ),
  settings(
    'api',
    'no record',
    { DEPLOYMENT_FILE: '/nowhere/97.json' },
    /^cannot read \/nowhere\/97\.json: .*DEPLOYMENT_FILE/,
  ),
  files('api', 'no pepper', ({ at }) => rm(at('secrets/payment-pepper')), /payment-pepper/),
  files(
    'api',
    'a pepper that others can read',
    ({ at }) => chmod(at('secrets/payment-pepper'), 0o644),
    /payment-pepper.*chmod 600/,
  ),
  files(
    'api',
    'a key that others can read',
    ({ at }) => chmod(at('secrets/signer'), 0o640),
    /^SECRETS_DIR: .*signer.*chmod 600/,
  ),
  files('worker', 'no key of its role', ({ at }) => rm(at('secrets/drawer')), /drawer.*worker.*SECRETS_DIR/),
  files(
    'indexer',
    'a record without a contract',
    ({ at }) => writeRecord(at, { Exchange: undefined }),
    /^DEPLOYMENT_FILE .*contracts\.Exchange/,
  ),
  files(
    'indexer',
    'a record that is no JSON',
    ({ at }) => writeFile(at('97.json'), '{'),
    /97\.json is not JSON/,
  ),
  onDatabase(
    'no such database',
    () => urlOf('dr', PASSWORD, 'missing'),
    /^DATABASE_URL: there is no such database/,
  ),
  onDatabase('a user that may not come in', () => urlOf('stranger', PASSWORD, 'dr'), /^DATABASE_URL: /),
  settings(
    'api',
    'an unencrypted signing process',
    { SIGNER_URL: 'http://signer.test' },
    /SIGNER_URL: unix:.*https:/,
  ),
  {
    ...settings('api', 'no certificate', https, /^SIGNER_TLS_CERT: needed/),
    files: ({ at }) => rm(at('secrets/signer')),
  },
  settings(
    'signer',
    'no rules',
    { SIGNER_POLICY_FILE: '/nowhere/policy.json' },
    /^cannot read .*SIGNER_POLICY_FILE/,
  ),
  settings(
    'signer',
    'a misspelled variable',
    { SIGNER_LISTENS: 'unix:/a', SIGNER_LISTEN: '' },
    /SIGNER_LISTENS: .*SIGNER_LISTEN\?/,
  ),
  settings(
    'signer',
    'nowhere to listen',
    { SIGNER_LISTEN: 'unix:/nowhere/signer.sock' },
    /^SIGNER_LISTEN: it cannot listen there/,
  ),
  files(
    'signer',
    'an open folder of keys',
    ({ at }) => chmod(at('secrets'), 0o750),
    /^SECRETS_DIR: .*chmod 700/,
  ),
  files(
    'signer',
    'a key that is none',
    ({ at }) => writeFile(at('secrets/signer'), 'garbage'),
    /^SECRETS_DIR: .*signer: not a private key/,
  ),
  files('signer', 'a damaged journal', ({ at }) => writeJournal(at), /^DATA_DIR: .*\.jsonl/),
]

const writeRecord = (at: Folder['at'], changed: object = {}) =>
  writeFile(
    at('97.json'),
    JSON.stringify({ ...OFFLINE_DEPLOYMENT, contracts: { ...OFFLINE_DEPLOYMENT.contracts, ...changed } }),
  )
const writeJournal = async (at: Folder['at']) => {
  await mkdir(at('data/signed'), { recursive: true })
  await writeFile(at(`data/signed/${new Date().toISOString().slice(0, 13)}.jsonl`), 'not one of ours\n')
}

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

const run = async (row: Row) => {
  const folder = await prepare(row.program)
  await row.files?.(folder)
  const environment = { ...folder.environment, ...row.set?.(folder) }
  const child = spawn(process.execPath, [programOf(row.program)], {
    env: { ...NODE_ENVIRONMENT, ...environment },
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
