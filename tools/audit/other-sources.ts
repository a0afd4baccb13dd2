/** R4 where a line is not recomputed: what each source can have paid at most, by the chain alone. Pure. */
import { mulDivUp, WAD } from '@dr/protocol/amounts'
import { BPS, DAY_SECONDS, PACKAGE_YEAR_INCOME_MAX, POD_PRIZE_CAP_BPS } from '@dr/protocol/constants'
import { BOOKS } from '@dr/protocol/roots/roots-file'
import { YEAR_DAYS } from '@dr/protocol/rules/package-offer'
import type { Finding } from './checks.ts'
import { type GrowthInput, NO_EMISSION } from './growth.ts'
import type { Amount, SourceFacts } from './source-events.ts'
import { bookKey } from './vault-counts.ts'

const YEAR_SECONDS = Number(YEAR_DAYS) * DAY_SECONDS
/** Accounts that are named with a fault of all together. */
const NAMED = 3
/**
 * Start of a fault that rests on prices and shares: no contract counts their events, so that endpoints which leave one
 * out would make an honest line wrong. It confirms nothing, and is no ground for a veto.
 */
const BY_PRICES = 'not checked by a contract’s number: '

const bookAt = (vault: number, token: string): number =>
  BOOKS.findIndex((book) => book.vault === vault && book.token === token)
const [DEFLATION_USDT, DEFLATION_DR] = [bookAt(1, 'USDT'), bookAt(1, 'DR')]
const [NODE_USDT, NODE_DR] = [bookAt(2, 'USDT'), bookAt(2, 'DR')]

const worth = (dr: bigint, price: bigint): bigint => (dr * price) / WAD
const aboveZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/** Number of an account's line beyond what vouchers paid: a signer needs no root for that. */
const byRootsOf =
  ({ now, snapshot }: GrowthInput, account: string, earned: readonly bigint[]) =>
  (at: number): bigint => {
    const book = now.books[at]
    const floor = book && snapshot.books.get(bookKey(book.vault, book.token))?.floors.get(account)
    return aboveZero((earned[at] ?? 0n) - (floor?.byVouchers ?? 0n))
  }

/**
 * Dividends and prizes: a dollar of dividends consumes a unit of POD power, and a prize is a tenth of what was bought
 * at most, so no account has more than 1.1 dollars for each unit that it bought. DR counts at its lowest price.
 */
export const checkDividends = (input: GrowthInput): Finding => {
  const { bought, price } = input.snapshot.sources
  let accounts = 0
  const faults = [...input.now.lines].flatMap(([account, earned]) => {
    const own = byRootsOf(input, account, earned)
    const [usdt, dr] = [own(DEFLATION_USDT), own(DEFLATION_DR)]
    if (usdt + dr === 0n) return []
    accounts += 1
    const value = usdt + worth(dr, price.lowest)
    const power = bought.get(account) ?? 0n
    const maximum = (power * (BPS + POD_PRIZE_CAP_BPS)) / BPS
    if (value <= maximum && power > 0n) return []
    const fault = `${account}, dividends and prizes: worth ${value}, and its POD power can have had ${maximum}`
    return [power === 0n ? fault : BY_PRICES + fault]
  })
  const text = `dividends and prizes: ${accounts} accounts have at most 1.1 USD for each unit of POD power bought`
  return { name: 'R4', text, faults: input.startTime === null ? [NO_EMISSION] : faults }
}

/** Growth of money that earns a package's maximum, each income put into the next at any two prices that were seen. */
const growthOf = ({ price }: SourceFacts) => {
  const spread = Number(price.highest) / Number(price.lowest)
  const rate = (Number(PACKAGE_YEAR_INCOME_MAX) * spread) / YEAR_SECONDS
  return { spread, growth: (seconds: bigint) => Math.expm1(Math.min(rate * Number(seconds), EXPONENT_MAX)) }
}
/** Exponent, and amount, beyond which income is as good as unbounded. */
const [EXPONENT_MAX, UNBOUNDED] = [50, 1e60]
/** Room for the rounding of floating point. */
const upwards = (amount: number): bigint => BigInt(Math.ceil(Math.min(amount, UNBOUNDED) * (1 + 1e-9)))

/**
 * Maximum value of package income by account. Income is earned on deposits and receipts while they have not left, and on
 * income that was reinvested.
 */
const incomeOf = (sources: SourceFacts, until: bigint): ReadonlyMap<string, bigint> => {
  const { spread, growth } = growthOf(sources)
  const incomeOn = (moves: readonly Amount[]) => {
    const held = { USDT: 0n, DR: 0n }
    let income = 0
    for (const [index, { token, amount, at }] of moves.entries()) {
      held[token] += amount
      const value = aboveZero(held.USDT) + mulDivUp(aboveZero(held.DR), sources.price.highest, WAD)
      const seconds = (moves[index + 1]?.at ?? until) - at
      income = Math.min(income + (income + Number(value) / spread) * growth(seconds), UNBOUNDED)
    }
    return upwards(income)
  }
  return new Map([...sources.moves].map(([account, moves]) => [account, incomeOn(moves)]))
}

/** Maximum value of what came for nodes and inviters, since when it may have been reinvested. */
const poolOf = (sources: SourceFacts, until: bigint): bigint => {
  const { growth } = growthOf(sources)
  return sources.toNodes.reduce((sum, { token, amount, at }) => {
    const value = token === 'USDT' ? amount : mulDivUp(amount, sources.price.highest, WAD)
    return sum + value + upwards(Number(value) * growth(until - at))
  }, 0n)
}

/**
 * Package income by account. Node shares and referral sums together: what accounts have beyond that is at most what
 * came for the node pool and inviters.
 */
export const checkNodeBooks = (input: GrowthInput): Finding => {
  const { sources } = input.snapshot
  const until = BigInt(input.now.head.snapshotTime)
  const income = incomeOf(sources, until)
  const pool = poolOf(sources, until)
  let beyond = 0n
  let isUnfounded = false
  let largest: (readonly [account: string, amount: bigint])[] = []
  for (const [account, earned] of input.now.lines) {
    const own = byRootsOf(input, account, earned)
    const value = own(NODE_USDT) + worth(own(NODE_DR), sources.price.lowest) - (income.get(account) ?? 0n)
    if (value <= 0n) continue
    beyond += value
    isUnfounded ||= pool === 0n && !income.has(account)
    largest = [...largest, [account, value] as const].sort(([, a], [, b]) => (a > b ? -1 : 1)).slice(0, NAMED)
  }
  const named = largest.map(([account, value]) => `${account} ${value}`).join(', ')
  const fault =
    `node vault: worth ${beyond} beyond what deposits can have earned, and ${pool} came for nodes and ` +
    `inviters; the largest: ${named}`
  const faults = beyond > pool ? [isUnfounded ? fault : BY_PRICES + fault] : []
  const text = `packages, nodes, referrals: ${beyond} USD beyond what deposits can have earned, of ${pool} for nodes and inviters`
  return { name: 'R4', text, faults: input.startTime === null ? [NO_EMISSION] : faults }
}
