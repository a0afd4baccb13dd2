/** What an account has, and how much of it a person takes at a time. */
import { getUserMoney } from '@dr/protocol/calls/user-money'
import type { VaultIndex } from '@dr/protocol/token-table'
import { odd, type Scene } from './scene.ts'

/** The tokens of which something is available in the account. */
export const fundedBalances = async ({ person }: Scene, account: VaultIndex) =>
  (await person.api.call(getUserMoney)).balances.filter(
    (one) => one.account === account && BigInt(one.available) > 0n,
  )

/**
 * Within the day's limit and above the minimum, in either token; or all of it, a part, or a little more than
 * there is.
 */
export const amountToTake = (scene: Scene, available: bigint): bigint => {
  const { random } = scene.person
  const modest = odd(scene, 10, 30)
  if (random.chance(0.6) && modest < available) return modest
  return (available * BigInt(random.between(1, 11))) / 10n || 1n
}
