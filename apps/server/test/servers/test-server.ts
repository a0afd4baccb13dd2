/** What tests of whole servers share: a data folder as the local set-up leaves it, and a client over HTTP. Tests only. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CALLS } from '@dr/protocol/calls/index'
import { importPublicKey, sealRequest } from '@dr/protocol/envelope'
import { testWallet } from '@dr/test-kit'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { onTestFinished } from 'vitest'
import { attesterKey, drawerKey, signerKey } from '../app/chain.ts'
import type { Chain } from '../app/test-app.ts'

/** Keys and the deployment's record; removed with the test. */
export const prepareData = async (chain: Chain): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-data-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await fillData(chain, directory)
  return directory
}

/** The same into a folder that somebody else removes. */
export const fillData = async (chain: Chain, directory: string): Promise<void> => {
  await mkdir(join(directory, 'secrets'), { mode: 0o700 })
  const keeper = generatePrivateKey()
  await chain.anvil.client.setBalance({ address: privateKeyToAccount(keeper).address, value: 10n ** 20n })
  for (const [name, key] of Object.entries({
    keeper,
    signer: signerKey,
    genesis: generatePrivateKey(),
    attester: attesterKey,
    drawer: drawerKey,
  })) {
    await writeFile(join(directory, 'secrets', name), key, { mode: 0o600 })
  }
  const { contracts: own, startBlock } = chain.deployment
  const contracts = {
    DigitalRights: own.digitalRights,
    withdrawalVaults: [own.withdrawalVault0, own.withdrawalVault1, own.withdrawalVault2],
    Exchange: own.exchange,
    Funding: own.funding,
    ResultRegistry: own.resultRegistry,
    DigitDraw: own.digitDraw,
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
}

interface Answer<Data = unknown> {
  readonly code: number
  readonly data: Data
}

interface SignedIn {
  readonly token: string
}

interface Sealed {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

interface SignInOptions {
  readonly origin?: string
  readonly nonceFrom?: TestClient
  readonly more?: object
}

export interface TestClient {
  /** `Data`: what the caller knows of the answer; its schema is held by the server itself. */
  get<Data = unknown>(path: string): Promise<Answer<Data>>
  /** Without a body nothing is encrypted. */
  seal(path: string, body: unknown, token?: string): Promise<Sealed>
  send(request: Sealed): Promise<Answer>
  /** A signed sign-in message, of a nonce of its own. */
  prove(
    wallet: PrivateKeyAccount,
    options?: SignInOptions,
  ): Promise<{ address: string; message: string; signature: string }>
  /** Signed and sealed, to be sent when and where one likes. */
  sealSignIn(wallet: PrivateKeyAccount, path: string, options?: SignInOptions): Promise<Sealed>
  signIn(wallet: PrivateKeyAccount, path: string, options?: SignInOptions): Promise<Answer<SignedIn>>
}

export const createTestClient = (port: number): TestClient => {
  const base = `http://localhost:${port}`
  const get = async <Data>(path: string): Promise<Answer<Data>> =>
    (await fetch(base + path)).json() as Promise<Answer<Data>>
  const seal: TestClient['seal'] = async (path, body, token) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    if (body === undefined) return { path, headers: { ...authorization } }
    const { data } = await get<{ keys: { keyId: string; spki: string }[] }>(CALLS.publicKeys.path)
    const [key] = data.keys
    if (!key) throw new Error('no key')
    const sealed = await sealRequest({
      publicKey: await importPublicKey(key.spki),
      keyId: key.keyId,
      context: { method: 'POST', path, timestamp: String(Date.now()) },
      body,
    })
    return {
      path,
      headers: { 'content-type': 'application/json', ...sealed.headers, ...authorization },
      body: JSON.stringify(sealed.body),
    }
  }
  const send: TestClient['send'] = async ({ path, ...request }) =>
    (await fetch(base + path, { method: 'POST', ...request })).json() as Promise<Answer>
  const client: TestClient = {
    get,
    seal,
    send,
    prove: async (wallet, { origin = base, nonceFrom = client } = {}) => {
      const noncePath = `/api/v1/users/nonce/${wallet.address}`
      const { code, data } = await nonceFrom.get<{ nonce: string }>(noncePath)
      if (code !== 0) throw new Error(`no nonce to sign: ${code}`)
      const message = createSiweMessage({
        address: wallet.address,
        chainId: 31_337,
        domain: new URL(origin).host,
        uri: origin,
        version: '1',
        nonce: data.nonce,
        issuedAt: new Date(),
      })
      return { address: wallet.address, message, signature: await wallet.signMessage({ message }) }
    },
    sealSignIn: async (wallet, path, options = {}) =>
      seal(path, { ...(await client.prove(wallet, options)), ...options.more }),
    signIn: async (wallet, path, options) =>
      (await send(await client.sealSignIn(wallet, path, options))) as Answer<SignedIn>,
  }
  return client
}
