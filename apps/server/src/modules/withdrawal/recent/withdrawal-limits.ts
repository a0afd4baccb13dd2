import type { ResponseOf } from '@dr/protocol/call'
import type { withdrawalLimits as withdrawalLimitsCall } from '@dr/protocol/calls/withdrawal'
import { RECENT_DEPOSIT_SECONDS } from '@dr/protocol/rules/recent-deposits'
import { VAULT_TOKENS } from '@dr/protocol/tokens'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/route.ts'
import { recentDeposits } from '../../packages/index.ts'
import { receivedSince } from '../../transfers/index.ts'
import { shareUsed } from './recent-share.ts'

/**
 * What a user deposited recently, and what all users have used of the share of such deposits; how large the
 * share is follows from the vault's own limit, which the app reads from the chain.
 */
export const withdrawalLimits = async (
  reader: Reader,
  { userId, address }: Pick<Caller, 'userId' | 'address'>,
): Promise<ResponseOf<typeof withdrawalLimitsCall>> => {
  const { timestamp: now } = await chainNow(reader)
  const deposits = await recentDeposits(reader, { address, now })
  const mine = VAULT_TOKENS.filter(({ vault, token }) => vault === 2 && deposits.has(token))
  if (mine.length === 0) return { recentDeposits: [] }
  const since = now - RECENT_DEPOSIT_SECONDS
  const received = await receivedSince(reader, { userId, vault: 2, since })
  return {
    recentDeposits: await Promise.all(
      mine.map(async ({ vault, token }) => ({
        token,
        deposited: String(deposits.get(token)),
        received: String(received.get(token) ?? 0n),
        used: String(await shareUsed(reader, { vault, token, now })),
      })),
    ),
  }
}
