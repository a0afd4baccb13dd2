/** Locked amounts of a user, with reason and end (requirement §7, legacy: wait/lock/list). */

import type { Lock } from '@dr/protocol/calls/packages'
import { weekOf } from '@dr/protocol/rules/weeks'
import { VAULT_INDEXES, type VaultIndex } from '@dr/protocol/token-table'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { decodeCursor, type Page, toPage } from '../../platform/pagination.ts'
import { type LockedPosition, lockedPositions, positionMaturity } from '../packages/index.ts'
import type { Order } from '../vouchers/index.ts'
import type { AccountsDeps } from './deps.ts'

const positionLock = ({ id, token, principal, maturesAt }: LockedPosition): Lock => ({
  why: 'package',
  account: 2,
  token,
  amount: principal.toString(),
  until: Number(maturesAt),
  reference: id.toString(),
})

const withdrawalLock = (order: Order, vault: VaultIndex): Lock => ({
  why: 'withdrawal',
  account: vault,
  token: order.kind === 'withdraw-usdt' ? 'USDT' : 'DR',
  amount: String(order.typedData.message.amount),
  until: Number(order.deadline),
  reference: order.id,
})

/** Locks of open withdrawal vouchers and of the pledge: few for any user. */
const otherLocks = async (
  { database, vouchers, dividends }: AccountsDeps,
  { userId, address }: { userId: UserId; address: LowerHex },
): Promise<Lock[]> => {
  const byVault = await Promise.all(
    VAULT_INDEXES.map(async (vault) => {
      const query = { kind: 'withdraw-dr', vault, account: address } as const
      const orders = await vouchers.openOrders(database.read, query)
      return orders.map((order) => withdrawalLock(order, vault))
    }),
  )
  const { joining, leaving, until } = await dividends.power.pledgeLocks(userId)
  const pledge = { account: null, token: 'POD', until: Number(until) } as const
  const reference = weekOf(until - 1n).toString()
  return [
    ...byVault.flat(),
    ...(joining > 0n
      ? [{ ...pledge, why: 'pledge-joining', amount: joining.toString(), reference } as const]
      : []),
    ...(leaving > 0n
      ? [{ ...pledge, why: 'pledge-leaving', amount: leaving.toString(), reference } as const]
      : []),
  ]
}

/**
 * One page, soonest first. Positions are read by maturity; other locks are merged in by their time, so that
 * pages follow each other in order.
 */
export const listLocks = async (
  deps: AccountsDeps,
  query: {
    readonly userId: UserId
    readonly address: LowerHex
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<Page<Lock>> => {
  const { userId, address, cursor, limit } = query
  const reader = deps.database.read
  const { timestamp: now } = await chainNow(reader)
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const others = await otherLocks(deps, { userId, address })
  const room = Math.max(1, limit - others.length)
  const positions = await lockedPositions(reader, { userId, now, after, limit: room + 1 })
  const page = toPage(positions, { limit: room, idOf: ({ id }) => id, itemOf: (position) => position })
  const last = page.nextCursor === null ? undefined : page.items.at(-1)
  const from = after === undefined ? 0 : Number(await positionMaturity(reader, after))
  const isHere = ({ until }: Lock) =>
    (after === undefined || until > from) && (last === undefined || until <= Number(last.maturesAt))
  const items = [...others.filter(isHere), ...page.items.map(positionLock)].sort((a, b) => a.until - b.until)
  return { items, nextCursor: page.nextCursor }
}
