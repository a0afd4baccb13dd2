/** The weekly pool that pays pledged POD power. */
import { createWeeklyPool, type Payout, type PoolWeek, type PoolWeekRow } from '../weeks/index.ts'
import { type PublishedRules, publishedRules } from './dividend-config.rules.ts'

/**
 * Figures of a week of dividends. For each token: income + carried in = dividends + prize + carried. Base
 * units.
 */
export interface DividendFigures {
  /** Pledged power left before the close. */
  readonly pledged: bigint
  readonly dividends: Payout
  readonly prize: Payout
  /** USDT for one DR at the week's end, 18 decimals; null: no price, so DR was carried over. */
  readonly drPrice: bigint | null
}

export type ClosedWeek = PoolWeek<PublishedRules> & DividendFigures

interface Row extends PoolWeekRow {
  readonly pledged: bigint
  readonly dividends_usdt: bigint
  readonly dividends_dr: bigint
  readonly prize_usdt: bigint
  readonly prize_dr: bigint
  readonly dr_price: bigint | null
}

export const dividendsPool = createWeeklyPool<Row, DividendFigures, PublishedRules>({
  name: 'dividend',
  vault: 1,
  account: 'dividend-pool',
  ownColumns: ['pledged', 'dividends_usdt', 'dividends_dr', 'prize_usdt', 'prize_dr', 'dr_price'],
  ownOf: (row) => ({
    pledged: row.pledged,
    dividends: { USDT: row.dividends_usdt, DR: row.dividends_dr },
    prize: { USDT: row.prize_usdt, DR: row.prize_dr },
    drPrice: row.dr_price,
  }),
  ownValues: ({ pledged, dividends, prize, drPrice }) => [
    pledged,
    dividends.USDT,
    dividends.DR,
    prize.USDT,
    prize.DR,
    drPrice,
  ],
  rulesOf: (stored) => publishedRules.parse(stored),
})

/** Audits whether the `dividend-pool` account holds the amount that the next close will divide. */
export const auditDividends = dividendsPool.audit
