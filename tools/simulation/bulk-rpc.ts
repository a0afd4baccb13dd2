/** JSON-RPC in batches: thousands of transactions without a round trip each. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Hex, hexToBigInt, parseGwei, toHex } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'

export interface SentCall {
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
}

/** Result of a call on the chain. */
export interface Outcome {
  readonly hash: Hex
  readonly success: boolean
}

interface Request {
  readonly method: string
  readonly params: readonly unknown[]
}
interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

export interface BulkRpc {
  request(requests: readonly Request[]): Promise<readonly unknown[]>
  /**
   * Sends the calls in order and waits until all are mined; the senders must have no other calls meanwhile.
   */
  send(calls: readonly SentCall[]): Promise<readonly Outcome[]>
}

/** Enough for every call of the product: a reverted one must be mined to be seen. */
const GAS = '0x2dc6c0'
const GAS_PRICE = parseGwei('10')
const RECEIPT_POLL_MS = 100
const RECEIPT_TIMEOUT_MS = 60_000

interface BulkOptions {
  /** Accounts that sign their own calls, by lower-case address. Absent: Anvil sends for everyone. */
  readonly accounts?: ReadonlyMap<string, LocalAccount>
  /** Makes a block if none is made automatically. */
  readonly mine?: () => Promise<unknown>
}

/** Request that sends a call. */
const sending = async (
  call: SentCall,
  nonce: number,
  accounts: BulkOptions['accounts'],
): Promise<Request> => {
  const { from, to, data } = call
  if (!accounts)
    return { method: 'eth_sendTransaction', params: [{ ...call, gas: GAS, nonce: toHex(nonce) }] }
  const account = accounts.get(from.toLowerCase())
  if (!account) throw new Error(`${from} is none of the accounts that sign here`)
  const fees = { maxFeePerGas: GAS_PRICE, maxPriorityFeePerGas: 0n, gas: hexToBigInt(GAS) }
  const signed = await account.signTransaction({ chainId: foundry.id, nonce, to, data, ...fees })
  return { method: 'eth_sendRawTransaction', params: [signed] }
}

export const createBulkRpc = (url: string, { accounts, mine }: BulkOptions = {}): BulkRpc => {
  const request: BulkRpc['request'] = async (requests) => {
    if (requests.length === 0) return []
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requests.map((one, id) => ({ jsonrpc: '2.0', id, ...one }))),
      signal: AbortSignal.timeout(RECEIPT_TIMEOUT_MS),
    })
    const answers = new Map(((await response.json()) as Answer[]).map((answer) => [answer.id, answer]))
    return requests.map(({ method }, id) => {
      const answer = answers.get(id)
      if (!answer || answer.error) throw new Error(`${method}: ${answer?.error?.message ?? 'no answer'}`)
      return answer.result
    })
  }

  const receiptsOf = async (hashes: readonly Hex[]): Promise<readonly Outcome[]> => {
    const until = performance.now() + RECEIPT_TIMEOUT_MS
    for (;;) {
      await mine?.()
      const receipts = (await request(
        hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
      )) as readonly ({ status: Hex } | null)[]
      if (receipts.every((receipt) => receipt !== null)) {
        return receipts.map((receipt, index) => ({
          hash: hashes[index] as Hex,
          success: receipt?.status === '0x1',
        }))
      }
      if (performance.now() > until) throw new Error('transactions are not mined')
      if (!mine) await delay(RECEIPT_POLL_MS)
    }
  }
  /** Anvil processes a batch concurrently, so each sender's calls are numbered here. */
  const numbered = async (calls: readonly SentCall[]): Promise<readonly Request[]> => {
    const senders = [...new Set(calls.map(({ from }) => from))]
    const counts = (await request(
      senders.map((sender) => ({ method: 'eth_getTransactionCount', params: [sender, 'latest'] })),
    )) as readonly Hex[]
    const next = new Map(senders.map((sender, index) => [sender, Number(counts[index])]))
    return Promise.all(
      calls.map((call) => {
        const nonce = next.get(call.from) ?? 0
        next.set(call.from, nonce + 1)
        return sending(call, nonce, accounts)
      }),
    )
  }
  return {
    request,
    send: async (calls) => {
      if (calls.length === 0) return []
      return receiptsOf((await request(await numbered(calls))) as readonly Hex[])
    },
  }
}
