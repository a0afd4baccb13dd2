/** R4 where a line is not recomputed: the most that each source can have paid, by the chain alone. Pure. */
import { mulDivUp, WAD } from '@dr/protocol/amounts'
import { BPS, DAY_SECONDS, PACKAGE_YEAR_INCOME_MAX } from '@dr/protocol/constants'
import { BOOKS } from '@dr/protocol/roots/roots-file'
import { YEAR_DAYS } from '@dr/protocol/rules/package-offer'
import type { Finding } from './checks.ts'
import { type GrowthInput, takenOf } from './growth.ts'
import type { SourceFacts } from './source-events.ts'

/** A prize's limit, of what its winner bought in the week (docs/product.md 7). */
const PRIZE_BPS_MAX = 1_000n
const YEAR_SECONDS = Number(YEAR_DAYS) * DAY_SECONDS
/** Accounts that are named with a fault of all together. */
const NAMED = 3

const bookAt = (vault: number, token: string): number =>
  BOOKS.findIndex((book) => book.vault === vault && book.token === token)
const [DEFLATION_USDT, DEFLATION_DR] = [bookAt(1, 'USDT'), bookAt(1, 'DR')]
const [NODE_USDT, NODE_DR] = [bookAt(2, 'USDT'), bookAt(2, 'DR')]

const worth = (dr: bigint, price: bigint): bigint => (dr * price) / WAD

/** An account's number in a book; 0 if it only says what has left already, which needs no source. */
const untakenOf =
  (input: GrowthInput, account: string, earned: readonly bigint[]) =>
  (at: number): bigint => {
    const amount = earned[at] ?? 0n
    return amount > takenOf(input, account, at) ? amount : 0n
  }

/**
 * Dividends and prizes: a dollar of dividends consumes a unit of POD power, and a prize is a tenth of what was bought
 * at most, so no account has more than 1.1 dollars for each unit that it bought. DR counts at its lowest price.
 */
export const checkDividends = (input: GrowthInput): Finding => {
  const { bought, price } = input.snapshot.sources
  let accounts = 0
  const faults = [...input.now.lines].flatMap(([account, earned]) => {
    const own = untakenOf(input, account, earned)
    const value = own(DEFLATION_USDT) + worth(own(DEFLATION_DR), price.lowest)
    if (value === 0n) return []
    accounts += 1
    const most = ((bought.get(account) ?? 0n) * (BPS + PRIZE_BPS_MAX)) / BPS
    return value > most
      ? [`${account}, dividends and prizes: worth ${value}, and its POD power can have had ${most}`]
      : []
  })
  const text = `dividends and prizes: ${accounts} accounts have at most 1.1 USD for each unit of POD power bought`
  return { name: 'R4', text, faults }
}

/**
 * Value of the income that deposits can have earned at most, by account. Income is earned on deposits and on income
 * that was reinvested, and can change between the tokens at any price that was seen.
 */
const incomeOf = (
  { deposits, price: { lowest, highest } }: SourceFacts,
  until: number,
): ReadonlyMap<string, bigint> => {
  const spread = Number(highest) / Number(lowest)
  const most = new Map<string, bigint>()
  for (const { account, token, amount, at } of deposits) {
    const years = Math.max(until - Number(at), 0) / YEAR_SECONDS
    const growth = Math.expm1(Math.min(Number(PACKAGE_YEAR_INCOME_MAX) * years * spread, NO_LIMIT))
    const value = token === 'USDT' ? amount : mulDivUp(amount, highest, WAD)
    const income = mulDivUp(value, BigInt(Math.ceil(growth * PARTS)), BigInt(PARTS))
    most.set(account, (most.get(account) ?? 0n) + income)
  }
  return most
}
const PARTS = 1e9
/** Exponent beyond which a deposit's income is as good as unbounded. */
const NO_LIMIT = 50

/**
 * Package income by account: a year pays the principal once more at most. Node shares and referral sums together:
 * what accounts have beyond that is at most what came for the node pool and inviters.
 */
export const checkNodeBooks = (input: GrowthInput): Finding => {
  const { sources } = input.snapshot
  const { price, toNodes } = sources
  const income = incomeOf(sources, input.now.head.snapshotTime)
  const pool = toNodes.USDT + mulDivUp(toNodes.DR, price.highest, WAD)
  let beyond = 0n
  let largest: (readonly [account: string, amount: bigint])[] = []
  for (const [account, earned] of input.now.lines) {
    const own = untakenOf(input, account, earned)
    const value = own(NODE_USDT) + worth(own(NODE_DR), price.lowest) - (income.get(account) ?? 0n)
    if (value <= 0n) continue
    beyond += value
    largest = [...largest, [account, value] as const].sort(([, a], [, b]) => (a > b ? -1 : 1)).slice(0, NAMED)
  }
  const named = largest.map(([account, value]) => `${account} ${value}`).join(', ')
  const faults =
    beyond > pool
      ? [
          `node vault: worth ${beyond} beyond what deposits can have earned, and ${pool} came for nodes and ` +
            `inviters; the most: ${named}`,
        ]
      : []
  const text = `packages, nodes, referrals: ${beyond} USD beyond what deposits can have earned, of ${pool} for nodes and inviters`
  return { name: 'R4', text, faults }
}
