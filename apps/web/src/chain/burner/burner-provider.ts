import { type EIP1193Provider, type Hex, hexToBigInt, hexToString, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { estimateGas, getGasPrice, getTransactionCount, sendRawTransaction } from 'viem/actions'
import type { Config } from '../../api/config.ts'
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { deviceNow } from '../../ui/clock.ts'
import { createChainClient } from '../reads/public-client.ts'
import { askUser } from './prompts.ts'

const KEY = 'burner'

/** Loads or creates the key. It is readable in this browser: for a local chain's test money only. */
const loadKey = (): Hex => {
  const stored = readStored(KEY)
  const key = (stored ?? generatePrivateKey()) as Hex
  if (stored === null) writeStored(KEY, key)
  return key
}

interface TransactionRequest {
  readonly to: Hex
  readonly data?: Hex
  readonly value?: Hex
  readonly gas?: Hex
}

const quantity = (value: Hex | undefined): bigint | undefined =>
  value === undefined ? undefined : hexToBigInt(value)

const readable = (message: Hex): string => {
  const text = hexToString(message)
  return text.includes('�') ? message : text
}

const SIGN_IN_WITHIN_MS = 60_000

/** Whether an EIP-4361 message only signs in at this page with this account. */
const isSignIn = (text: string, address: Hex): boolean =>
  text.startsWith(`${location.host} wants you to sign in with your Ethereum account:\n${address}\n`)

/**
 * Creates an EIP-1193 wallet for the local chain, without an extension; it asks before it signs. It is
 * always on the app's chain, has one account, and passes reads on to the node. `id`: of the offered wallet;
 * `key`: of its account, by default this browser's own.
 */
export const createBurnerProvider = (
  config: Config,
  { id, key = loadKey() }: { readonly id: string; readonly key?: Hex },
): EIP1193Provider => {
  const account = privateKeyToAccount(key)
  const client = createChainClient(config)
  let unlocked = readStored(STORAGE_KEYS.walletId) === id
  let signInUntil = 0

  /** Whether the user's approval to connect covers this sign-in: one, at this page, within a short time. */
  const takeSignIn = (text: string): boolean => {
    const covered = deviceNow() <= signInUntil && isSignIn(text, account.address)
    if (covered) signInUntil = 0
    return covered
  }

  const transact = async ([request]: readonly [TransactionRequest]): Promise<Hex> => {
    const value = quantity(request.value)
    const gas = quantity(request.gas)
    await askUser({ kind: 'transaction', to: request.to, data: request.data ?? '0x', valueWei: value ?? 0n })
    const { to, data = '0x' } = request
    const { address } = account
    const [nonce, gasPrice, needed] = await Promise.all([
      getTransactionCount(client, { address, blockTag: 'pending' }),
      getGasPrice(client),
      gas ?? estimateGas(client, { account: address, to, data, ...(value && { value }), prepare: false }),
    ])
    const fields = { to, data, nonce, gasPrice, gas: needed, chainId: config.chain.chainId }
    const serializedTransaction = await account.signTransaction({
      ...fields,
      type: 'legacy',
      ...(value && { value }),
    })
    return sendRawTransaction(client, { serializedTransaction })
  }

  const signMessage = async ([message]: readonly [Hex]): Promise<Hex> => {
    const text = readable(message)
    if (!takeSignIn(text)) await askUser({ kind: 'message', text })
    return account.signMessage({ message: { raw: message } })
  }

  const signTypedData = async ([, json]: readonly [Hex, string]): Promise<Hex> => {
    await askUser({ kind: 'typed-data', json })
    return account.signTypedData(JSON.parse(json) as Parameters<typeof account.signTypedData>[0])
  }

  const unlock = async (): Promise<readonly Hex[]> => {
    if (!unlocked) {
      await askUser({ kind: 'connect' })
      signInUntil = deviceNow() + SIGN_IN_WITHIN_MS
    }
    unlocked = true
    return [account.address]
  }

  const handlers: Readonly<Record<string, (params: never) => Promise<unknown>>> = {
    eth_requestAccounts: unlock,
    eth_accounts: async () => (unlocked ? [account.address] : []),
    eth_chainId: async () => numberToHex(config.chain.chainId),
    personal_sign: signMessage,
    eth_signTypedData_v4: signTypedData,
    eth_sendTransaction: transact,
    wallet_switchEthereumChain: async () => null,
    wallet_addEthereumChain: async () => null,
  }

  const request = ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const handler = handlers[method]
    return handler ? handler((params ?? []) as never) : client.request({ method, params } as never)
  }
  // Account and chain never change, so there are no events.
  return { request, on: () => undefined, removeListener: () => undefined } as unknown as EIP1193Provider
}
