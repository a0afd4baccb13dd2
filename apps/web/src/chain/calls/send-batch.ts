import { type Address, type Hash, numberToHex } from 'viem'
import { hashOf } from '../wallet/wallet-answers.ts'
import { walletFor } from '../wallet/wallet-client.ts'
import { currentWallet } from '../wallet/wallet-connection.ts'
import type { ContractCall } from './contract-call.ts'

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** The wallet's answer has no id: it may have sent the batch or not. */
export class NoName extends Error {
  override readonly name = 'NoName'
  /** The message is not for users. */
  readonly shortMessage = ''
}

/**
 * Asks the wallet to send the calls as one atomic batch (EIP-5792); returns its id. Only for wallets that
 * support it (`readWalletAbility`). After any error the wallet may still have sent it.
 */
export const sendBatch = async (account: Address, calls: readonly ContractCall[]): Promise<string> => {
  const client = await walletFor(account)
  const request = {
    version: '2.0.0',
    from: account,
    chainId: numberToHex(client.chain.id),
    atomicRequired: true,
    calls: calls.map(({ to, data }) => ({ to, data, value: '0x0' as const })),
  }
  const answer: unknown = await client.request(
    { method: 'wallet_sendCalls', params: [request] },
    { retryCount: 0 },
  )
  const id = typeof answer === 'string' ? answer : field(answer, 'id')
  if (typeof id !== 'string') throw new NoName('no id of a batch')
  return id
}

/** Status reported by the wallet; the chain decides. */
export interface BatchStatus {
  readonly at: 'pending' | 'included' | 'failed'
  /** Hash of its transaction, once there is one. */
  readonly hash: Hash | null
}

/** Status of a batch; null if the wallet that sent it is not connected, or does not know it. */
export const batchStatus = async (account: Address, id: string): Promise<BatchStatus | null> => {
  const wallet = await currentWallet()
  if (wallet?.address !== account) return null
  const answer: unknown = await wallet.provider
    .request({ method: 'wallet_getCallsStatus', params: [id] })
    .catch(() => null)
  return readStatus(answer)
}

/**
 * 1xx pending, 2xx included, 4xx never sent, 5xx and 6xx reverted. Wallets of the first draft answer
 * PENDING or CONFIRMED; their receipt shows whether it reverted.
 */
export const readStatus = (answer: unknown): BatchStatus | null => {
  const status = field(answer, 'status')
  const receipts = field(answer, 'receipts')
  const last: unknown = Array.isArray(receipts) ? receipts.at(-1) : undefined
  const hash = hashOf(field(last, 'transactionHash'))
  if (status === 'PENDING') return { at: 'pending', hash }
  if (status === 'CONFIRMED') return { at: field(last, 'status') === '0x0' ? 'failed' : 'included', hash }
  if (typeof status !== 'number') return null
  if (status < 200) return { at: 'pending', hash }
  return { at: status < 300 ? 'included' : 'failed', hash }
}
