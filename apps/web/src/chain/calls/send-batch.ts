import { type Address, type Hash, numberToHex } from 'viem'
import { hashOf } from '../wallet/wallet-answers.ts'
import { walletFor } from '../wallet/wallet-client.ts'
import { currentWallet } from '../wallet/wallet-connection.ts'
import type { ContractCall } from './contract-call.ts'

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** The wallet answered with something that names nothing: it may have sent what it was asked to, or not. */
export class NoName extends Error {
  override readonly name = 'NoName'
  /** Nothing of it is for the user. */
  readonly shortMessage = ''
}

/**
 * Asks the wallet to send the calls together, all or none (EIP-5792); its name for them. Only a wallet that
 * says it can is asked (`readWalletAbility`). Whatever it throws, also "I can't", it may have sent them.
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

/** By the wallet's word; the chain has the last one. */
export interface BatchStatus {
  readonly at: 'pending' | 'included' | 'failed'
  /** Of the transaction that carried it, once there is one. */
  readonly hash: Hash | null
}

/** What became of a batch; null when the wallet that sent it is not at hand, or does not know it. */
export const batchStatus = async (account: Address, id: string): Promise<BatchStatus | null> => {
  const wallet = await currentWallet()
  if (wallet?.address !== account) return null
  const answer: unknown = await wallet.provider
    .request({ method: 'wallet_getCallsStatus', params: [id] })
    .catch(() => null)
  return readStatus(answer)
}

/**
 * 1xx under way, 2xx included, 4xx never sent, 5xx and 6xx reverted. Wallets of the first draft say PENDING
 * or CONFIRMED, and leave it to the receipt whether it reverted.
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
