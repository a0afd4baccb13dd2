import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { OFFLINE_DEPLOYMENT } from '../../../test/app/offline-deployment.ts'
import { ConfigError, ROLES, type Role, readConfig } from './config.ts'

const directory = mkdtempSync(join(tmpdir(), 'dr-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

const address = (byte: string) => `0x${byte.repeat(20)}`
mkdirSync(join(directory, 'secrets'), { mode: 0o700 })
const deployment = {
  ...OFFLINE_DEPLOYMENT,
  contracts: { ...OFFLINE_DEPLOYMENT.contracts, DigitalRights: address('A1') },
}
writeFileSync(join(directory, 'deployment.json'), JSON.stringify(deployment))
const KEYS = { signer: '11', keeper: '12', genesis: '13', attester: '14', drawer: '15' }
for (const [name, byte] of Object.entries(KEYS)) {
  writeFileSync(join(directory, 'secrets', name), `0x${byte.repeat(32)}\n`, { mode: 0o600 })
}

const local = { DATA_DIR: directory }
const production = {
  ...local,
  CHAIN_ID: '56',
  DATABASE_URL: 'postgresql://u@h/d',
  RPC_URLS: 'https://a.example/key-of-ours, https://b.example',
  PUBLIC_RPC_URLS: 'https://public.example',
  PUBLIC_ORIGIN: 'https://app.example/',
  DEPLOYMENT_FILE: join(directory, 'deployment.json'),
  GENESIS_ADDRESS: address('bb'),
  TRUST_PROXY: '10.0.0.0/8',
  EXPLORER_URL: '',
}

describe('readConfig', () => {
  test('needs a data folder alone on the local chain', () => {
    expect(readConfig(local)).toMatchObject({
      local: true,
      port: 8080,
      chain: { chainId: 31_337, rpcUrls: ['http://127.0.0.1:8545'], explorerUrl: null },
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      dataDirectory: directory,
      secretsDirectory: join(directory, 'secrets'),
      publicOrigin: undefined,
      releaseIntervalSeconds: 5,
      gasPriceMax: 10_000_000_000_000n,
      trustProxy: false,
      accessLogSample: 0,
      traces: undefined,
      startBlock: 7,
      contracts: { DigitalRights: address('a1') },
      genesisAddress: expect.stringMatching(/^0x[0-9a-f]{40}$/),
    })
  })

  test('reads lists, paths, and what follows from the chain', () => {
    expect(readConfig({ ...production, SITE_DIR: 'apps/web/dist' })).toMatchObject({
      local: false,
      chain: {
        chainId: 56,
        rpcUrls: ['https://a.example/key-of-ours', 'https://b.example'],
        publicRpcUrls: ['https://public.example'],
        explorerUrl: 'https://bscscan.com',
      },
      publicOrigin: 'https://app.example',
      genesisAddress: address('bb'),
      releaseIntervalSeconds: 3600,
      gasPriceMax: 20_000_000_000n,
      rateLimitFactor: 1,
      trustProxy: '10.0.0.0/8',
      accessLogSample: 0.01,
      siteDirectory: resolve('apps/web/dist'),
    })
  })

  test.each([
    [{ ...local, PORT: '80800' }, 'PORT'],
    [{ ...local, PORT: 'eighty' }, 'PORT'],
    [{ ...local, ACCESS_LOG_SAMPLE: '1.1' }, 'ACCESS_LOG_SAMPLE'],
    [{ ...local, TRACES_URL: 'collector:4318' }, 'TRACES_URL'],
    [{ ...local, TRACES_URL: 'http://collector:4318', TRACES_SAMPLE: '-1' }, 'TRACES_SAMPLE'],
    [{ ...local, RPC_URLS: 'ftp://x' }, 'RPC_URLS'],
    [{ ...local, CHAIN_ID: '1' }, 'CHAIN_ID'],
    [{ ...local, DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ ...production, DATABASE_URL: '' }, 'DATABASE_URL'],
    [{ ...production, PUBLIC_ORIGIN: '' }, 'PUBLIC_ORIGIN'],
    // These are public: the server's own endpoints, with keys in their paths, are never used as their
    // default.
    [{ ...production, PUBLIC_RPC_URLS: '' }, 'PUBLIC_RPC_URLS'],
    [{ ...local, LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ ...local, METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ ...local, METRICS_PUBLIC: 'no' }, 'METRICS_PUBLIC'],
    [{ ...local, SECRETS_DIR: '/nowhere' }, '/nowhere/genesis'],
    [
      { ...production, GENESIS_ADDRESS: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aA', '5AA') },
      'checksum',
    ],
    [
      { ...production, OPERATORS: `${address('aa')},0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAeD` },
      'OPERATORS',
    ],
    [{ ...production, TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ ...production, TRUST_PROXY: '1' }, 'TRUST_PROXY'],
    [{ ...production, TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [
      { ...production, METRIC_TOKEN: 'a-token-of-sixteen-letters' },
      'METRIC_TOKEN: no such setting; METRICS_TOKEN?',
    ],
  ])('%j is refused, by name', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(ConfigError)
    expect(() => readConfig(environment)).toThrow(name)
  })

  test.each([0o640, 0o604])(
    'in production a key that others can read (%o) is refused, by its path',
    (mode) => {
      const path = join(directory, 'secrets', 'signer')
      chmodSync(path, mode)
      try {
        expect(() => readConfig(production)).toThrow(ConfigError)
        expect(() => readConfig(production)).toThrow(`${path} can be read by others`)
        expect(readConfig(local).keys.api?.signers).toEqual([`0x${'11'.repeat(32)}`])
        expect(readConfig(production, ['worker', 'indexer']).keys.api).toBeUndefined()
      } finally {
        chmodSync(path, 0o600)
      }
    },
  )

  const keyOf = (name: keyof typeof KEYS) => `0x${KEYS[name].repeat(32)}`
  const [apiKeys, workerKeys] = [
    { signers: [keyOf('signer')] },
    { keeper: keyOf('keeper'), attester: keyOf('attester'), drawer: keyOf('drawer') },
  ]
  test.each([
    { roles: ['api'], keys: { api: apiKeys, worker: undefined } },
    { roles: ['worker'], keys: { api: undefined, worker: workerKeys } },
    { roles: ['indexer'], keys: { api: undefined, worker: undefined } },
    { roles: ['worker', 'indexer'], keys: { api: undefined, worker: workerKeys } },
    { roles: [...ROLES], keys: { api: apiKeys, worker: workerKeys } },
  ] satisfies {
    roles: Role[]
    keys: object
  }[])(
    '$roles: has its own keys, misses none of another, and refuses to be without one of its own',
    ({ roles, keys }) => {
      const secrets = mkdtempSync(join(directory, 'secrets-'))
      const environment = { ...production, SECRETS_DIR: secrets }
      const [signer] = keys.api?.signers ?? []
      const own: Record<string, string> = { ...(signer ? { signer } : {}), ...keys.worker }
      for (const [name, key] of Object.entries(own)) writeFileSync(join(secrets, name), key, { mode: 0o600 })
      expect(readConfig(environment, roles)).toMatchObject({ roles, keys })
      for (const [name, key] of Object.entries(own)) {
        rmSync(join(secrets, name))
        expect(() => readConfig(environment, roles)).toThrow(ConfigError)
        const role = name === 'signer' ? 'api' : 'worker'
        expect(() => readConfig(environment, roles)).toThrow(
          `cannot read ${join(secrets, name)}: the key ${name}, which the role ${role} needs`,
        )
        writeFileSync(join(secrets, name), key, { mode: 0o600 })
      }
    },
  )

  test('in production a folder of keys that others can enter is refused; an indexer has none', () => {
    const path = join(directory, 'secrets')
    chmodSync(path, 0o750)
    try {
      expect(() => readConfig(production)).toThrow(`SECRETS_DIR: ${path} is open to others: chmod 700`)
      expect(readConfig(local).local).toBe(true)
      expect(readConfig(production, ['indexer']).keys).toEqual({ api: undefined, worker: undefined })
    } finally {
      chmodSync(path, 0o700)
    }
  })

  test.each(['loopback', '10.0.0.0/8, 192.0.2.1', '2001:db8::/32,uniquelocal'])(
    'trusts the proxies %s',
    (text) => {
      expect(readConfig({ ...production, TRUST_PROXY: text }).trustProxy).toBe(text)
    },
  )

  test('an address is taken in lower case, in upper case, and with a right checksum', () => {
    const right = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    for (const text of [right, right.toLowerCase(), `0x${right.slice(2).toUpperCase()}`])
      expect(readConfig({ ...production, GENESIS_ADDRESS: text }).genesisAddress).toBe(right.toLowerCase())
  })

  test('an API takes a second signer’s key while the first is rotated, under the same rules', () => {
    const path = join(directory, 'secrets', 'next-signer')
    writeFileSync(path, `0x${'22'.repeat(32)}`, { mode: 0o600 })
    try {
      expect(readConfig(production).keys.api?.signers).toEqual([keyOf('signer'), `0x${'22'.repeat(32)}`])
      chmodSync(path, 0o640)
      expect(() => readConfig(production)).toThrow(`${path} can be read by others`)
      expect(readConfig(production, ['worker']).keys.api).toBeUndefined()
    } finally {
      rmSync(path)
    }
  })

  test('names every bad variable at once, and no value', () => {
    const read = () => readConfig({ ...local, PORT: 'x', LOG_LEVEL: 'y', DATABASE_URL: 'hunter2' })
    expect(read).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*LOG_LEVEL/)
    expect(read).not.toThrow(/hunter2/)
  })

  test('mail goes out by an address and a sender, both or neither; what is wrong says nothing of the password', () => {
    expect(readConfig(local).mail).toBeUndefined()
    const SMTP_URL = 'smtps://dr:geheim@mail.example:465'
    const mail = { SMTP_URL, MAIL_FROM: 'Digital Rights <no-reply@app.example>' }
    expect(readConfig({ ...local, ...mail }).mail).toEqual({ url: SMTP_URL, from: mail.MAIL_FROM })
    for (const half of [
      { SMTP_URL },
      { MAIL_FROM: mail.MAIL_FROM },
      { ...mail, SMTP_URL: 'https://dr:geheim@x' },
    ]) {
      let problem: unknown
      try {
        readConfig({ ...local, ...half })
      } catch (error) {
        problem = error
      }
      expect(problem).toBeInstanceOf(ConfigError)
      expect(String(problem)).not.toContain('geheim')
    }
  })
})
