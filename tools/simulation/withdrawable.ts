/** Available amounts of an account, and the amount that a person takes. */
import { getUserMoney } from '@dr/protocol/calls/user-money'
import type { VaultIndex } from '@dr/protocol/token-table'
import { odd, type Scene } from './scene.ts'

/** Tokens with an available amount in the account. */
export const fundedBalances = async ({ person }: Scene, account: VaultIndex) =>
  (await person.api.call(getUserMoney)).balances.filter(
    (one) => one.account === account && BigInt(one.available) > 0n,
  )

/**
 * Amount within the day's limit and above the minimum in either token; or everything, a part, or slightly
 * more than available.
 */
export const amountToTake = (scene: Scene, available: bigint): bigint => {
  const { random } = scene.person
  const modest = odd(scene, 10, 30)
  if (random.chance(0.6) && modest < available) return modest
  return (available * BigInt(random.between(1, 11))) / 10n || 1n
}
