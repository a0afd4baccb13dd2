/** Runs that are kept: known edge cases, and failures found by the property test. */
import { WAD } from '@dr/protocol/amounts'
import { type Command, PRICE_MIN } from './commands.ts'

/** A purchase exactly at Monday 00:00 belongs to the new week; then nothing is read for three weeks. */
const LATE: readonly Command[] = [
  { gap: 60, do: 'buy-pod', user: 2, dr: 100n * WAD, pledge: true },
  { gap: 'monday', do: 'buy-pod', user: 3, dr: 300n * WAD, pledge: true },
  { gap: 0, do: 'fund-pools', token: 'USDT', amount: 10n * WAD },
  { gap: 'monday', do: 'fund-pools', token: 'DR', amount: 10n * WAD + 1n },
  { gap: 'monday', do: 'fund-pools', token: 'USDT', amount: 1n },
  { gap: 21 * 86_400, do: 'unpledge', user: 2, permille: 1_000 },
  { gap: 'monday', do: 'pledge', user: 2, permille: 500 },
]

/** All pledged power is used up, by a fraction of a base unit; then a user pledges again. */
const EXHAUSTED: readonly Command[] = [
  { gap: 60, do: 'buy-pod', user: 2, dr: 100n * WAD + 1n, pledge: true },
  { gap: 0, do: 'buy-pod', user: 3, dr: 100n * WAD + 3n, pledge: true },
  { gap: 'monday', do: 'fund-pools', token: 'USDT', amount: 1_000n * WAD + 1n },
  { gap: 'monday', do: 'buy-pod', user: 4, dr: 100n * WAD, pledge: true },
  { gap: 'monday', do: 'fund-pools', token: 'USDT', amount: 7n },
  { gap: 'monday', do: 'withdraw', user: 3, pick: 0, permille: 999 },
]

/** A deposit too small for its package is returned; it leaves without burn, also after an expired voucher. */
const GIVEN_BACK: readonly Command[] = [
  { gap: 60, do: 'deposit', user: 2, packageId: 1, token: 'USDT', incomeToken: 'USDT', amount: 99n * WAD },
  { gap: 60, do: 'withdraw', user: 2, pick: 0, permille: 600 },
  { gap: 60, do: 'end-withdrawal', paid: false, getterPermille: null },
  { gap: 60, do: 'withdraw', user: 2, pick: 0, permille: 1_000 },
  { gap: 60, do: 'end-withdrawal', paid: true, getterPermille: 0 },
]

/** Unpledging twice in a week from a share that is not a whole number of base units. */
const TWICE: readonly Command[] = [
  { gap: 60, do: 'buy-pod', user: 2, dr: 100n * WAD + 7n, pledge: true },
  { gap: 'monday', do: 'fund-pools', token: 'DR', amount: 3n * WAD + 1n },
  { gap: 'monday', do: 'move-price', price: PRICE_MIN },
  { gap: 0, do: 'unpledge', user: 2, permille: 100 },
  { gap: 0, do: 'unpledge', user: 2, permille: 1_000 },
  { gap: 0, do: 'pledge', user: 2, permille: 333 },
  { gap: 'monday', do: 'unpledge', user: 2, permille: 1_000 },
]

/**
 * Found: with an expensive DR a base unit has a large value, so that its rounding shows in the remaining
 * power.
 */
const DEAR_DR: readonly Command[] = [
  { gap: 1, do: 'fund-pools', token: 'DR', amount: 5_873_923_583_623n },
  { gap: 1, do: 'move-price', price: 12_263_406_049_116_113_301n },
  { gap: 0, do: 'buy-pod', user: 1, dr: 100n * WAD, pledge: true },
  { gap: 'monday', do: 'release' },
  { gap: 'monday', do: 'release' },
  { gap: 'monday', do: 'release' },
]

export const NOTABLE: readonly (readonly Command[])[] = [LATE, EXHAUSTED, GIVEN_BACK, TWICE, DEAR_DR]
