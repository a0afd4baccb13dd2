import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { queryOptions } from '@tanstack/react-query'
import { type Address, type Hash, type Log, parseEventLogs } from 'viem'
import { callApi } from '../../api/client.ts'
import { loadChainClient } from '../reads/public-client.ts'
import { readReceipt } from '../reads/read-receipt.ts'
import type { VoucherMessage } from '../vouchers/voucher-message.ts'

const LOOK_MS = 2_000

export interface PaidWithdrawal {
  readonly message: Pick<VoucherMessage<'withdraw-dr' | 'withdraw-usdt'>, 'orderId'>
  /** The server's id of the same order. */
  readonly orderId: string
  readonly vault: Address
  /** null: only the ledger knows the transaction. */
  readonly hash: Hash | null
}

/** DR that a vault burned for a USDT order, from its event; null: no such event in these logs. */
export const burnOf = (
  logs: Log[],
  { vault, orderId }: { readonly vault: Address; readonly orderId: bigint },
): bigint | null => {
  const events = parseEventLogs({ abi: withdrawalVaultAbi, eventName: 'WithdrawnUSDT', logs })
  const own = events.find(({ address, args }) => address === vault && args.orderId === orderId)
  return own?.args.burnAmount ?? null
}

const burnInReceipt = async ({ hash, vault, message }: PaidWithdrawal): Promise<bigint | null> => {
  if (hash === null) return null
  const { logs } = await readReceipt(await loadChainClient(), hash)
  return burnOf(logs, { vault, orderId: message.orderId })
}

const burnInLedger = async ({ orderId }: PaidWithdrawal, signal: AbortSignal): Promise<bigint | null> => {
  const { items } = await callApi('withdrawalDetail', { signal, request: { orderId } })
  const burned = items[0]?.burned ?? null
  return burned === null ? null : BigInt(burned)
}

/** DR that a USDT withdrawal burned, from the vault's event in its receipt, or from the ledger. */
export const withdrawalBurnQuery = (paid: PaidWithdrawal) =>
  queryOptions({
    queryKey: ['withdrawal-burn', paid.orderId, paid.hash],
    queryFn: async ({ signal }) => (await burnInReceipt(paid)) ?? (await burnInLedger(paid, signal)),
    refetchInterval: ({ state }) => (typeof state.data === 'bigint' ? false : LOOK_MS),
  })
