import type { ResponseOf } from '@dr/protocol/call'
import type { getUserMoney } from '@dr/protocol/calls/user-money'
import { VAULT_TOKENS, type VaultToken } from '@dr/protocol/tokens'
import { chainNow, utcDayOf } from '../../platform/chain/chain-clock.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/route.ts'
import { balancesOf, readAccountBook, unreturnedOf } from '../ledger/index.ts'
import { pendingIncome } from '../packages/index.ts'
import { readParameter } from '../parameters/index.ts'
import type { AccountsDeps } from './deps.ts'

type UserMoney = ResponseOf<typeof getUserMoney>

/**
 * Accrued and not credited amounts: mining, and the income of packages before maturity. Closed weeks and
 * matured packages are credited before; the payment of an open week is not known yet.
 */
const readPending = async (
  { mining }: AccountsDeps,
  reader: Reader,
  user: { readonly userId: UserId; readonly now: bigint },
) => {
  const mined = await mining.accruedOf(reader, user.userId)
  const income = await pendingIncome(reader, user)
  return ({ vault, token }: VaultToken): bigint | null =>
    vault === 2 ? income[token] : vault === 0 ? mined : null
}

/**
 * Balances of a user in each account and token, zeros included, and the used part of the day's limit. Settles
 * first, so that all withdrawable amounts are included.
 */
export const userMoney = async (deps: AccountsDeps, { userId, address }: Caller): Promise<UserMoney> => {
  const { database, withdrawal, settle } = deps
  await settle({ userId, address })
  const reader = database.read
  const clock = await chainNow(reader)
  const balances = await balancesOf(reader, userId)
  const pendingOf = await readPending(deps, reader, { userId, now: clock.timestamp })
  const rows: UserMoney['balances'] = []
  for (const place of VAULT_TOKENS) {
    const { vault, token } = place
    const balance = balances.find((one) => one.vault === vault && one.token === token)
    rows.push({
      account: vault,
      token,
      available: (balance?.available ?? 0n).toString(),
      held: (balance?.held ?? 0n).toString(),
      locked: (balance?.locked ?? 0n).toString(),
      pending: pendingOf(place)?.toString() ?? null,
      unreturned: unreturnedOf(await readAccountBook(reader, { account: address, ...place })).toString(),
    })
  }
  const day = utcDayOf(clock.timestamp)
  return {
    balances: rows,
    withdrawalDay: {
      day,
      limitUsd: (await readParameter(reader, 'withdrawal-daily-limit')).toString(),
      usedUsd: (await withdrawal.usedUsd(reader, { userId, day })).toString(),
    },
    clock: { blockNumber: Number(clock.blockNumber), timestamp: Number(clock.timestamp) },
  }
}
