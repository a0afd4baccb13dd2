/**
 * The product's API as a separate process, as in production, on PostgreSQL and a chain with all contracts.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { configuredContracts } from '@dr/contracts/configured-contracts'
import { importPublicKey, RSA_OAEP } from '@dr/protocol/envelope'
import { type Chain, signerKey } from '@dr/server/test/app/chain'
import { spawnTied, stopProcess, testWallet } from '@dr/test-kit'
import { generatePrivateKey } from 'viem/accounts'
import { type BenchContext, root } from '../bench.ts'

/** Key of the tokens' MAC, with which load-clients.ts generates tokens. */
export const TOKEN_SECRET = Buffer.alloc(32, 5)
const READY_TIMEOUT_MS = 60_000
/** Default factor of the limits by address and account, since all users share one address here. */
const LIMIT_FACTOR = 100_000

/** First user of load-clients.ts: the genesis account, which exists before the server starts. */
const FIRST_USER = `0x80${'1'.padStart(38, '0')}`

/** Writes keys and the deployment record. */
const prepareData = async ({ defer }: BenchContext, chain: Chain): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-bench-'))
  defer(() => rm(directory, { recursive: true }))
  await mkdir(join(directory, 'secrets'), { mode: 0o700 })
  const keys = {
    signer: signerKey,
    keeper: generatePrivateKey(),
    attester: generatePrivateKey(),
    drawer: generatePrivateKey(),
    'nonce-key': TOKEN_SECRET.toString('hex'),
  }
  for (const [name, key] of Object.entries(keys)) {
    await writeFile(join(directory, 'secrets', name), key, { mode: 0o600 })
  }
  const contracts = configuredContracts(chain.deployment, testWallet('treasury').address)
  const { startBlock } = chain.deployment
  await writeFile(join(directory, 'deployment.json'), JSON.stringify({ startBlock, contracts }))
  return directory
}

const waitUntilUp = async (port: number, failed: () => string | undefined): Promise<void> => {
  const signal = AbortSignal.timeout(READY_TIMEOUT_MS)
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (response?.ok) return
    const reason = failed()
    if (reason !== undefined || signal.aborted) throw new Error(`the API did not start: ${reason ?? ''}`)
    await delay(100)
  }
}

/**
 * Private request keys from the server's folder, for the reference measurement. Imported four times, as in
 * the server.
 */
const importRequestKeys = async (directory: string) => {
  const folder = join(directory, 'secrets', 'request-keys')
  const file = (await readdir(folder)).find((name) => name.endsWith('.json'))
  if (!file) throw new Error('the server has made no request key')
  const { pkcs8, spki } = JSON.parse(await readFile(join(folder, file), 'utf8')) as Record<string, string>
  if (!pkcs8 || !spki) throw new Error(`${file} is no request key`)
  const bytes = Buffer.from(pkcs8, 'base64')
  const importOne = () => crypto.subtle.importKey('pkcs8', bytes, RSA_OAEP, false, ['decrypt'])
  return {
    keyId: file.replace(/\.json$/, ''),
    publicKey: await importPublicKey(spki),
    imports: await Promise.all([0, 1, 2, 3].map(importOne)),
  }
}

export const startApi = async (
  context: BenchContext,
  {
    chain,
    databaseUrl,
    port,
    limitFactor = LIMIT_FACTOR,
    signerUrl,
    trustProxy,
  }: {
    chain: Chain
    databaseUrl: string
    port: number
    limitFactor?: number
    /** Address of a proxy whose client addresses are trusted. */
    trustProxy?: string
    /** URL of the signing process; absent: the API has the key itself. */
    signerUrl?: string | undefined
  },
) => {
  const directory = await prepareData(context, chain)
  if (signerUrl !== undefined) await rm(join(directory, 'secrets', 'signer'))
  const child = spawnTied(process.execPath, [join(root, 'apps/server/src/bin/api.ts')], {
    environment: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: directory,
      DATABASE_URL: databaseUrl,
      RPC_URLS: chain.anvil.url,
      GENESIS_ADDRESS: FIRST_USER,
      RATE_LIMIT_FACTOR: String(limitFactor),
      ...(trustProxy === undefined ? {} : { TRUST_PROXY: trustProxy }),
      LOG_LEVEL: 'error',
      PUBLIC_ANSWERS_KEPT_MS: '1000', // as in production
      ...(signerUrl === undefined ? {} : { SIGNER_URL: signerUrl }),
    },
  })
  let said = ''
  const keep = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  context.defer(() => stopProcess(child, 'SIGTERM'))
  await waitUntilUp(port, () => (child.exitCode === null ? undefined : said))
  return { ...(await importRequestKeys(directory)), pid: child.pid as number }
}
