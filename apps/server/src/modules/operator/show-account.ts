import type { ResponseOf } from '@dr/protocol/call'
import type { operatorAccount } from '@dr/protocol/calls/operator'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { blockAnswer, blockOf } from '../parameters/index.ts'
import { findUserByAddress } from '../users/index.ts'
import type { OperatorDeps } from './deps.ts'

/**
 * A user's balances by account and token, how much of each is free of burn, and the block of the account;
 * null: no user has the address.
 */
export const showAccount = async (
  { database, withdrawal }: Pick<OperatorDeps, 'database' | 'withdrawal'>,
  address: LowerHex,
): Promise<ResponseOf<typeof operatorAccount>> => {
  const user = await findUserByAddress(database.read, address)
  const rows = user && (await withdrawal.burnFreeBalances({ userId: user.id, account: user.address }))
  const clock = await chainNow(database.read)
  return {
    ...blockAnswer(await blockOf(database.read, address)),
    clock: { blockNumber: Number(clock.blockNumber), timestamp: Number(clock.timestamp) },
    balances:
      rows?.map(({ vault, token, available, held, locked, burnFree }) => ({
        account: vault,
        token,
        available: available.toString(),
        held: held.toString(),
        locked: locked.toString(),
        burnFree: burnFree.toString(),
      })) ?? null,
  }
}
