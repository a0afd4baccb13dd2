import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALLS } from '@dr/protocol/calls/index'
import { importPublicKey, sealRequest } from '@dr/protocol/envelope'
import { testWallet } from '@dr/test-kit'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Chain, startChain } from '../modules/test-house.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/logger.ts'
import { type RunningServer, startServer } from './start-server.ts'

const alice = testWallet('alice')
const logger = createLogger('silent')
const program = fileURLToPath(new URL('./all.ts', import.meta.url))

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
  await chain.anvil.client.setIntervalMining({ interval: 1 })
})
afterAll(() => chain.anvil.stop())

/** A data folder as the local set-up leaves it: keys and the deployment's record. */
const prepareData = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-data-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await mkdir(join(directory, 'secrets'), { mode: 0o700 })
  const keeper = generatePrivateKey()
  await chain.anvil.client.setBalance({ address: privateKeyToAccount(keeper).address, value: 10n ** 20n })
  for (const [name, key] of Object.entries({
    keeper,
    signer: generatePrivateKey(),
    genesis: generatePrivateKey(),
  })) {
    await writeFile(join(directory, 'secrets', name), key, { mode: 0o600 })
  }
  const { contracts: own, startBlock } = chain.deployment
  const contracts = {
    DigitalRights: own.digitalRights,
    withdrawalVaults: [own.withdrawalVault0],
    Emission: own.emission,
    PriceOracle: own.priceOracle,
    USDT: own.usdt,
    USDR: own.usdr,
    DR: own.dr,
    DRGV: own.drgv,
    timelock: own.adminTimelock,
    treasury: testWallet('treasury').address,
    pairs: { DR: own.drUsdtPair, DRGV: own.drgvUsdtPair },
  }
  await writeFile(join(directory, 'deployment.json'), JSON.stringify({ startBlock, contracts }))
  return directory
}

const environmentOf = (directory: string) => ({
  PORT: '0',
  DATA_DIR: directory,
  RPC_URLS: chain.anvil.url,
  LOG_LEVEL: 'info',
})

const start = async (directory: string): Promise<RunningServer> => {
  const server = await startServer(readConfig(environmentOf(directory)), { logger })
  onTestFinished(() => server.stop())
  return server
}

interface Answer {
  readonly code: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls, looked at by their tests
  readonly data: any
}

const get = async (port: number, path: string): Promise<Answer> =>
  (await fetch(`http://localhost:${port}${path}`)).json() as Promise<Answer>

const post = async (port: number, path: string, body: unknown): Promise<Answer> => {
  const { keys } = (await get(port, CALLS.publicKeys.path)).data as {
    keys: { keyId: string; spki: string }[]
  }
  const [key] = keys
  if (!key) throw new Error('no key')
  const sealed = await sealRequest({
    publicKey: await importPublicKey(key.spki),
    keyId: key.keyId,
    context: { method: 'POST', path, timestamp: String(Date.now()) },
    body,
  })
  const response = await fetch(`http://localhost:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sealed.headers },
    body: JSON.stringify(sealed.body),
  })
  return response.json() as Promise<Answer>
}

const signIn = async (port: number, path: string, more = {}): Promise<Answer> => {
  const { nonce } = (await get(port, `/api/v1/users/nonce/${alice.address}`)).data
  const message = createSiweMessage({
    address: alice.address,
    chainId: 31_337,
    domain: `localhost:${port}`,
    uri: `http://localhost:${port}`,
    version: '1',
    nonce,
    issuedAt: new Date(),
  })
  const signature = await alice.signMessage({ message })
  return post(port, path, { address: alice.address, message, signature, ...more })
}

describe('startServer', () => {
  test('serves once it has caught up, keeps what it was told over a restart, and ends whole', async () => {
    const directory = await prepareData()
    const first = await start(directory)
    const ready = await fetch(`http://localhost:${first.port}/readyz`)
    expect(ready.status).toBe(200)
    const { data: config } = await get(first.port, CALLS.publicConfig.path)
    expect(config).toMatchObject({
      chain: { chainId: 31_337 },
      features: { faucet: false },
      contracts: { DigitalRights: chain.deployment.contracts.digitalRights.toLowerCase() },
    })
    const registered = await signIn(first.port, CALLS.register.path, { inviteCode: config.genesisInviteCode })
    expect(registered).toMatchObject({ code: 0, data: { profile: { activated: true } } })
    expect((await get(first.port, CALLS.products.path)).code).toBe(0)
    expect((await get(first.port, CALLS.overview.path)).code).toBe(0)
    expect((await get(first.port, CALLS.drgvPrice.path)).code).toBe(0)
    for (const file of ['nonce-key', 'request-keys']) {
      expect((await stat(join(directory, 'secrets', file))).mode & 0o077).toBe(0)
    }
    await first.stop()
    await first.stop()
    await expect(fetch(`http://localhost:${first.port}/healthz`)).rejects.toThrow()

    const second = await start(directory)
    expect((await signIn(second.port, CALLS.login.path)).code).toBe(0)
    expect((await get(second.port, CALLS.publicConfig.path)).data).toEqual(config)
  })

  test('says what is wrong instead of starting, and leaves nothing open', async () => {
    const directory = await prepareData()
    const config = readConfig(environmentOf(directory))
    await expect(startServer(config, { logger, roles: ['api'] })).rejects.toThrow(ConfigError)
    const elsewhere = { ...config, chain: { ...config.chain, chainId: 56 } }
    await expect(startServer(elsewhere, { logger })).rejects.toThrow('serves chain 31337, not 56')
    const server = await start(directory)
    const taken = { ...config, port: server.port, dataDirectory: await prepareData() }
    await expect(startServer(taken, { logger })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    // The same data folder twice at once: the second is refused, the first goes on.
    await expect(startServer(config, { logger })).rejects.toThrow('is open in process')
    expect((await get(server.port, '/healthz')) as unknown).toEqual({ status: 'ok' })
  })
})

describe('the process', () => {
  const spawnServer = (environment: Record<string, string>) => {
    const child = spawn(process.execPath, [program], {
      env: { ...environment, PATH: process.env.PATH ?? '' },
    })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    return child
  }
  const exitOf = (child: ChildProcess): Promise<number | null> =>
    new Promise((resolve) => child.once('exit', (code) => resolve(code)))
  const portOf = (child: ChildProcess): Promise<number> =>
    new Promise((resolve, reject) => {
      let output = ''
      child.stdout?.on('data', (chunk) => {
        output += String(chunk)
        const port = /"port":(\d+)/.exec(output)?.[1]
        if (port) resolve(Number(port))
      })
      child.once('exit', () => reject(new Error(output)))
    })

  test.each(['SIGTERM', 'SIGINT'] as const)('%s: answers what it has, then exits with 0', async (signal) => {
    const child = spawnServer(environmentOf(await prepareData()))
    const port = await portOf(child)
    const exit = exitOf(child)
    const inFlight = Array.from({ length: 20 }, () => get(port, CALLS.products.path))
    await Promise.any(inFlight)
    child.kill(signal)
    const answers = await Promise.allSettled(inFlight)
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    for (const answer of answers) if (answer.status === 'fulfilled') expect(answer.value.code).toBe(0)
    expect(await exit).toBe(0)
  })

  test('a wrong setting is named, without a stack, and the exit code is 1', async () => {
    const child = spawnServer({ CHAIN_ID: '56' })
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += String(chunk)
    })
    expect(await exitOf(child)).toBe(1)
    expect(said).toMatch(/RPC_URLS: needed on chain 56/)
    expect(said).toMatch(/DATABASE_URL: needed on chain 56/)
    expect(said).not.toMatch(/ at .*\.ts/)
  })
})
