/**
 * `bin/signer.ts` as a process: over mutual TLS, killed and started again, and behind a complete server
 * without keys. Its rules: modules/vouchers/signing-process/sign-by-policy.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { join } from 'node:path'
import { digitalRightsAbi } from '@dr/contracts/abi'
import { CALLS } from '@dr/protocol/calls/index'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { describeOnPostgres, testWallet } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { encodeFunctionData, type Hex, recoverAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../src/bin/server/start-server.ts'
import { createProcessSigner } from '../../src/modules/vouchers/signing/process-signer.ts'
import {
  SignerRefusedError,
  SignerUnavailableError,
} from '../../src/modules/vouchers/signing/voucher-signer.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { lowerHex } from '../../src/platform/hex.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { signerKey } from '../app/chain.ts'
import { prepareData } from '../app/server-data.ts'
import { type Chain, ONE, startChain } from '../app/test-app.ts'
import { accountOf, sampleVoucher, toSign } from '../modules/sample-vouchers.ts'
import { equip } from './scene.ts'
import { prepareSigner, removeFolder, startSignerProcess } from './signer-process.ts'
import { createTestClient } from './test-client.ts'
import { createCertificates, hasOpenssl } from './tls-certificates.ts'

const KEY = generatePrivateKey()
const ADDRESS = lowerHex(privateKeyToAccount(KEY).address)
const CAP = { 'withdraw-dr': { DR: '100' } }

const prepare = async (options: Parameters<typeof prepareSigner>[1] = {}) => {
  const folder = await prepareSigner({ signer: KEY }, { caps: CAP, ...options })
  onTestFinished(() => removeFolder(folder))
  return folder
}
const withdrawal = (amount: bigint, account = 1) =>
  toSign(
    sampleVoucher('withdraw-dr', {
      now: Date.now() / 1_000,
      fields: { amount: amount * ONE, account: accountOf(account) },
    }),
    ADDRESS,
  )
type Signer = ReturnType<typeof createProcessSigner>
const outcomeOf = async (signer: Signer, request: ReturnType<typeof withdrawal>) => {
  const [outcome] = await signer.sign([request])
  return outcome?.status === 'fulfilled' ? outcome.value : outcome?.reason
}

test('a killed process keeps the day’s sums: what was signed before it counts after it', async () => {
  const { environment, socket } = await prepare()
  const signer = createProcessSigner({ socket })
  const first = await startSignerProcess(environment)
  expect(statSync(socket).mode & 0o777).toBe(0o660)
  const spent = withdrawal(90n)
  const signature = await outcomeOf(signer, spent)
  expect(signature).toMatch(/^0x/)
  await first.kill()
  expect(await outcomeOf(signer, withdrawal(1n, 2))).toBeInstanceOf(SignerUnavailableError)

  const second = await startSignerProcess(environment) // over the socket left by the killed one
  await expect.poll(() => signer.addresses().catch(() => []), { timeout: 10_000 }).toEqual([ADDRESS])
  expect(await outcomeOf(signer, withdrawal(11n, 2))).toMatchObject({ reason: 'cap' })
  expect(await outcomeOf(signer, withdrawal(11n, 2))).toBeInstanceOf(SignerRefusedError)
  expect(await outcomeOf(signer, spent)).toBe(signature) // the same request again: nothing is added
  expect(await outcomeOf(signer, withdrawal(10n, 2))).toMatch(/^0x/)
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      httpRequest({ socketPath: socket, path }, (response) => {
        response
          .setEncoding('utf8')
          .toArray()
          .then((parts) => resolve(parts.join('')), reject)
      })
        .once('error', reject)
        .end()
    })
  expect(JSON.parse(await ask('/v1/caps')).caps).toContainEqual({
    cap: 'withdraw-dr DR',
    used: String(100n * ONE),
    limit: String(100n * ONE),
  })
  const metrics = await ask('/metrics')
  expect(metrics).toMatch(/^signer_refused_total\{reason="cap"\} 2$/m)
  expect(metrics).toMatch(/^signer_cap_used_ratio\{cap="withdraw-dr DR"\} 1$/m)
  expect(second.said()).not.toContain(KEY.slice(2))
  expect(await second.stop()).toBe(0)
})

const inAnotherNamespace = ['--pid', '--fork', '--mount-proc']
const hasNamespaces = spawnSync('unshare', [...inAnotherNamespace, 'true']).status === 0

test.runIf(hasNamespaces)(
  'another container’s process on the same volume is refused, until the first is gone',
  async () => {
    const { environment, directory } = await prepare()
    const first = await startSignerProcess(environment)
    // As in a separate container: it is pid 1, and sees no other process.
    const elsewhere = () =>
      startSignerProcess(
        { ...environment, SIGNER_LISTEN: `unix:${join(directory, 'other.sock')}` },
        { within: ['unshare', ...inAnotherNamespace, '--kill-child'] },
      )
    await expect(elsewhere()).rejects.toThrow(/ended with 1: .*another signing process/s)
    await first.kill()
    expect((await elsewhere()).said()).toContain('the signing process is up')
  },
)

describe.runIf(hasOpenssl)('over mutual TLS', () => {
  test('signs for a certificate of its authority, and for no other and none', async () => {
    const { at, pem, tlsOf } = createCertificates()
    const { environment } = await prepare()
    const { port, said } = await startSignerProcess({
      ...environment,
      SIGNER_LISTEN: 'https://127.0.0.1:0',
      SIGNER_TLS_CERT: at('signer.pem'),
      SIGNER_TLS_KEY: at('signer.key'),
      SIGNER_TLS_CA: at('ca.pem'),
    })
    const url = `https://127.0.0.1:${port}`
    const right = createProcessSigner({ url, tls: tlsOf('api') })
    expect(await outcomeOf(right, withdrawal(1n))).toMatch(/^0x/)
    expect(await right.addresses()).toEqual([ADDRESS])
    const wrong = {
      'another authority’s certificate': tlsOf('stranger'),
      'a certificate that is for servers': tlsOf('signer'),
      'another authority for the process': tlsOf('api', 'other-ca'),
    }
    for (const [name, tls] of Object.entries(wrong)) {
      const refused = await outcomeOf(createProcessSigner({ url, tls }), withdrawal(1n))
      expect(refused, name).toBeInstanceOf(SignerUnavailableError)
    }
    // A certificate of the right authority, but not for the requested host.
    const elsewhere = createProcessSigner({ url: `https://localhost:${port}`, tls: tlsOf('api') })
    expect(await outcomeOf(elsewhere, withdrawal(1n))).toBeInstanceOf(SignerUnavailableError)

    const ask = (options: RequestOptions) =>
      new Promise<string>((resolve) => {
        httpsRequest(
          { host: '127.0.0.1', port, path: '/v1/addresses', ca: pem('ca.pem'), ...options },
          (response) => {
            response.resume()
            resolve(String(response.statusCode))
          },
        )
          .once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
          .end()
      })
    expect(await ask({})).toMatch(/^E(RR_|CONNRESET)/)
    const { cert, key } = tlsOf('api')
    expect(await ask({ cert, key, maxVersion: 'TLSv1.2' })).toMatch(/^E(RR_|CONNRESET|PROTO)/)
    expect(await ask({ cert, key })).toBe('200')
    expect(said()).toContain('a client was refused')
    expect(said()).not.toContain(KEY.slice(2))
  })
})

describeOnPostgres('a server whose vouchers are signed elsewhere', () => {
  const alice = testWallet('asks the signing process')
  let chain: Chain
  beforeAll(async () => {
    chain = await startChain()
    await chain.anvil.client.setIntervalMining({ interval: 1 })
    await equip(chain, alice)
  })
  afterAll(() => chain.anvil.stop())

  const setSigner = async (next: Hex) => {
    const { adminTimelock: from, digitalRights: to } = chain.deployment.contracts
    await chain.anvil.client.impersonateAccount({ address: from })
    await chain.anvil.client.setBalance({ address: from, value: ONE })
    const data = encodeFunctionData({ abi: digitalRightsAbi, functionName: 'setSigner', args: [next] })
    const hash = await chain.anvil.client.sendUnsignedTransaction({ from, to, data })
    await chain.client.waitForTransactionReceipt({ hash })
  }

  test('has no key; refuses quotes with the reason while it is away, serves all else, and recovers; rotates with it', async () => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const directory = await prepareData(chain)
    const deployment = JSON.parse(await readFile(join(directory, 'deployment.json'), 'utf8')) as object
    const folder = await prepareSigner(
      { signer: signerKey },
      { chainId: 31_337, deployment, caps: { 'buy-machine': { machines: '3' } } },
    )
    onTestFinished(() => removeFolder(folder))
    const environment = {
      PORT: '0',
      DATA_DIR: directory,
      RPC_URLS: chain.anvil.url,
      DATABASE_URL: url,
      DATABASE_POOL_MAX: '4',
      PUBLIC_ORIGIN: 'http://app.test',
      SIGNER_URL: `unix:${folder.socket}`,
    }
    expect(() => readConfig(environment)).toThrow(/^SIGNER_URL: .*remove .*signer/)
    await rm(join(directory, 'secrets', 'signer'))
    const lines: string[] = []
    const server = await startServer(readConfig(environment), {
      logger: createLogger('info', { write: (line) => void lines.push(line) }),
    })
    onTestFinished(() => server.stop())
    expect(lines.join('')).toContain('the signer does not answer')

    const client = createTestClient(server.port)
    const { data } = await client.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
    const more = { inviteCode: data.genesisInviteCode }
    const { data: session } = await client.signIn(alice, CALLS.register.path, {
      origin: 'http://app.test',
      more,
    })
    const quote = async (machineCount: number) => {
      const { path } = CALLS.machineSignature
      const answer = await client.send(
        await client.seal(path, { productId: 'm1', machineCount }, session.token),
      )
      return answer as { code: number; data: Voucher & { reason?: string } }
    }
    const signerOf = async (machineCount: number) => {
      const { digest, signature } = (await quote(machineCount)).data
      return recoverAddress({ hash: digest as Hex, signature: signature as Hex })
    }
    const away = { code: 1023, data: { reason: 'signer-unavailable' } }
    expect(await quote(1)).toMatchObject(away)
    expect((await client.send(await client.seal(CALLS.getProfile.path, undefined, session.token))).code).toBe(
      0,
    )

    const first = await startSignerProcess(folder.environment)
    await expect.poll(async () => (await quote(1)).code, { timeout: 10_000 }).toBe(0)
    expect(await signerOf(1)).toBe(privateKeyToAccount(signerKey).address)
    await first.kill()
    await expect.poll(() => quote(2), { timeout: 10_000 }).toMatchObject(away)

    const next = generatePrivateKey()
    await writeFile(join(folder.directory, 'secrets', 'next-signer'), next, { mode: 0o600 })
    await startSignerProcess(folder.environment)
    await expect.poll(async () => (await quote(2)).code, { timeout: 10_000 }).toBe(0)
    expect(await signerOf(2)).toBe(privateKeyToAccount(signerKey).address)
    expect(await quote(4)).toMatchObject({ code: 1023, data: { reason: 'signer-refused' } })
    // The contract accepts the next one: no API is restarted.
    await setSigner(privateKeyToAccount(next).address)
    await expect.poll(() => signerOf(3), { timeout: 20_000 }).toBe(privateKeyToAccount(next).address)
    expect(lines.join('')).not.toMatch(new RegExp(`${signerKey.slice(2)}|${next.slice(2)}`))
  })
})
