import type { ResponseOf } from '@dr/protocol/call'
import type { withdrawalLimits as withdrawalLimitsCall } from '@dr/protocol/calls/withdrawal'
import { RECENT_DAYS_MAX, recentDays, type VaultDay } from '@dr/protocol/rules/recent-deposits'
import { NODE_VAULT } from '@dr/protocol/token-table'
import { VAULT_TOKENS } from '@dr/protocol/tokens'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import { keepByBlock } from '../../../platform/chain/keep-by-block.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/route.ts'
import { receivedSince } from '../../claims/index.ts'
import { depositedSince } from '../../packages/index.ts'
import type { WithdrawalDeps } from '../deps.ts'
import { readVaultDay } from '../read-vault.ts'
import type { WithdrawalToken } from '../withdrawal.rules.ts'
import { recentSince, shareUsed } from './recent-share.ts'

/** The node vault's day of a token, at the newest block. Throws NO_PRICE without a chain. */
export type ReadNodeDay = (token: WithdrawalToken) => Promise<VaultDay>

/** Cached by block, for all users. */
export const createNodeDayReader = ({
  client,
  contracts,
  prices,
}: Pick<WithdrawalDeps, 'client' | 'contracts' | 'prices'>): ReadNodeDay => {
  const readAt = keepByBlock(({ number: blockNumber }, token: WithdrawalToken) =>
    readVaultDay(client, {
      vault: contracts.withdrawalVaults[NODE_VAULT],
      token: token === 'DR' ? contracts.DR : contracts.USDT,
      blockNumber,
    }),
  )
  return async (token) => readAt(await prices.newestBlock(), token)
}

/**
 * A user's recent deposits, and what all users have used of the share of such deposits. The size of the share
 * follows from the vault's own limit, which the app reads from the chain. The chain is asked only for users
 * with deposits within the longest period.
 */
export const withdrawalLimits = async (
  { reader, readNodeDay }: { readonly reader: Reader; readonly readNodeDay: ReadNodeDay },
  { userId, address }: Pick<Caller, 'userId' | 'address'>,
): Promise<ResponseOf<typeof withdrawalLimitsCall>> => {
  const { timestamp: now } = await chainNow(reader)
  const longest = await depositedSince(reader, {
    userId,
    address,
    since: recentSince(now, RECENT_DAYS_MAX),
  })
  const limits = await Promise.all(
    VAULT_TOKENS.filter(({ vault, token }) => vault === NODE_VAULT && longest.has(token)).map(
      async ({ token }) => {
        const days = recentDays(await readNodeDay(token))
        const since = recentSince(now, days)
        const deposited = (await depositedSince(reader, { userId, address, since })).get(token)
        if (deposited === undefined) return []
        const received =
          (await receivedSince(reader, { account: address, vault: NODE_VAULT, since })).get(token) ?? 0n
        const used = await shareUsed(reader, { vault: NODE_VAULT, token, now })
        return [
          {
            token,
            days: Number(days),
            deposited: String(deposited),
            received: String(received),
            used: String(used),
          },
        ]
      },
    ),
  )
  return { recentDeposits: limits.flat() }
}
