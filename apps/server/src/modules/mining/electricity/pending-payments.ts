import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
import { chainUnavailable } from '../../../platform/chain/chain-unavailable.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { isNoPrice } from '../../prices/index.ts'
import type { Order, VouchersModule } from '../../vouchers/index.ts'
import { machinesByIds } from './activation-candidates.ts'
import { readPaidUntil } from './read-chain.ts'

export interface PendingDeps {
  readonly client: PublicClient
  readonly vouchers: VouchersModule
  readonly digitalRights: LowerHex
}

const machineIdsOf = (order: Order): bigint[] => {
  const { machineIDs } = order.typedData.message
  return Array.isArray(machineIDs) ? machineIDs.map(BigInt) : []
}

/**
 * Machines whose electricity was paid in a block that is not final yet: the chain's `paidUntil` is later than
 * the database's. Only open orders whose nonce the chain has used can be such payments, so most users cost no
 * call to the chain. Throws NO_PRICE when no node answers, so that no user pays twice.
 */
export const pendingMachineIds = async (
  deps: PendingDeps,
  reader: Reader,
  { account }: { account: LowerHex },
): Promise<bigint[]> => {
  const { client, vouchers, digitalRights } = deps
  const open = await vouchers.openOrders(reader, { kind: 'activate-machine', account })
  const orders = open.filter(({ kind }) => kind === 'activate-machine')
  if (orders.length === 0) return []
  const nonce = await client
    .readContract({ address: digitalRights, abi: digitalRightsAbi, functionName: 'nonces', args: [account] })
    .catch(chainUnavailable)
  const ids = [...new Set(orders.filter((order) => order.nonce < nonce).flatMap(machineIdsOf))]
  if (ids.length === 0) return []
  const machines = await machinesByIds(reader, ids)
  const paid = await readPaidUntil(client, { digitalRights, machineIds: machines.map(({ id }) => id) })
  return machines
    .filter(({ chainPaidUntil }, index) => (paid[index] ?? 0n) > (chainPaidUntil ?? 0n))
    .map(({ id }) => id)
}

/**
 * Like `pendingMachineIds`, for display: if no node answers, machines are shown in their final state, and a
 * warning is logged. Signing needs the chain anyway.
 */
export const pendingForShowing = async (
  deps: PendingDeps & { readonly logger: Logger },
  reader: Reader,
  user: { account: LowerHex },
): Promise<bigint[]> => {
  try {
    return await pendingMachineIds(deps, reader, user)
  } catch (error) {
    if (!isNoPrice(error)) throw error
    deps.logger.warn({ err: error }, 'the chain is unavailable: payments that are not final are not shown')
    return []
  }
}
