/** Faults of a start's settings, each with the line that the program says. */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { generatePrivateKey } from 'viem/accounts'
import { OFFLINE_DEPLOYMENT } from '../../app/offline-deployment.ts'
import { capsPerDay } from '../signer-process.ts'

export const GENESIS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const PASSWORD = 'hunter2-of-the-database'
export const RPC_KEY = 'SECRETRPCKEY'
const METRICS_TOKEN = 'a-token-of-sixteen-letters'
export const KEYS = Object.fromEntries(
  ['signer', 'keeper', 'attester', 'drawer'].map((name) => [name, generatePrivateKey()]),
)
export const PEPPER = 'ab'.repeat(32)
export const SECRETS = [
  PASSWORD,
  RPC_KEY,
  METRICS_TOKEN,
  PEPPER,
  ...Object.values(KEYS).map((key) => key.slice(2)),
]

export type Program = 'api' | 'indexer' | 'worker' | 'signer'
export const KEYS_OF: Readonly<Record<Program, readonly string[]>> = {
  api: ['signer'],
  indexer: [],
  worker: ['keeper', 'attester', 'drawer'],
  signer: ['signer'],
}

export interface Folder {
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  /** A path in the folder. */
  at(name: string): string
}

export interface Row {
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

export const database = { url: '', anvil: '' }
export const urlOf = (user: string, password: string, name: string) => {
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

export const ROWS: readonly Row[] = [
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

export const writePolicy = (at: Folder['at'], caps: Parameters<typeof capsPerDay>[0] = {}) =>
  writeFile(at('policy.json'), JSON.stringify({ signaturesPerSecond: 10, capsPerDay: capsPerDay(caps) }))
const https = { SIGNER_URL: 'https://signer.test:8443' }

export const FURTHER: readonly Row[] = [
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

export const writeRecord = (at: Folder['at'], changed: object = {}) =>
  writeFile(
    at('97.json'),
    JSON.stringify({ ...OFFLINE_DEPLOYMENT, contracts: { ...OFFLINE_DEPLOYMENT.contracts, ...changed } }),
  )
const writeJournal = async (at: Folder['at']) => {
  await mkdir(at('data/signed'), { recursive: true })
  await writeFile(at(`data/signed/${new Date().toISOString().slice(0, 13)}.jsonl`), 'not one of ours\n')
}
