/**
 * POD power and dividends as in the server: changes appended by week, weeks closed when due, holders settled
 * when needed.
 */

import { weekEnd, weekOf, weeksDue } from '@dr/protocol/rules/weeks'
import { PAYOUT_TOKENS, type PayoutToken } from '@dr/protocol/tokens'
import {
  collectDividends,
  newPowerPosition,
  noChange,
  type PledgeChange,
  type PowerPosition,
  type PowerState,
  type PowerView,
  pledgePower,
  settlePower,
  unpledgePower,
  viewPower,
} from '../../src/modules/dividends/power/position.rules.ts'
import { type ClosePoint, newPledgePool } from '../../src/modules/dividends/power/scaled-power.rules.ts'
import {
  closeWeek,
  type DividendConfig,
  type WeekResult,
} from '../../src/modules/dividends/week/close-week.rules.ts'
import type { Growth } from '../../src/modules/dividends/week/growth.rules.ts'
import { NO_PAYOUT, type Payout } from '../../src/modules/weeks/payout.rules.ts'
import { available, type TestBook } from './book.ts'
import { START } from './commands.ts'
import { addPurchase } from './statements.ts'

export class PodEngine {
  readonly results: WeekResult[] = []
  readonly bought = new Map<number, bigint>()
  state = { pledges: newPledgePool(weekOf(START)), carry: NO_PAYOUT }
  readonly #points: ClosePoint[] = []
  readonly #positions = new Map<number, PowerPosition>()
  readonly #changes = new Map<number, Map<bigint, PledgeChange>>()
  readonly #income = new Map<bigint, Payout>()
  readonly #growth = new Map<bigint, Map<number, Growth>>()
  #purchases = 0n
  readonly #book: TestBook
  readonly #config: DividendConfig
  readonly #priceBefore: (at: bigint) => bigint | null

  constructor(book: TestBook, config: DividendConfig, priceBefore: (at: bigint) => bigint | null) {
    this.#book = book
    this.#config = config
    this.#priceBefore = priceBefore
  }

  /** Adds income to the dividend pool, by its event's week. */
  receive(now: bigint, token: PayoutToken, amount: bigint): void {
    const week = weekOf(now)
    const before = this.#income.get(week) ?? NO_PAYOUT
    this.#income.set(week, { ...before, [token]: before[token] + amount })
    this.#book.post([`1:${token}:chain`, `1:${token}:dividend-pool`, amount])
  }

  buy(now: bigint, purchase: { user: number; power: bigint; pledge: boolean }): void {
    const { user, power } = purchase
    const week = weekOf(now)
    this.#keep(user, addPurchase(this.#at(user, week), purchase))
    this.bought.set(user, (this.bought.get(user) ?? 0n) + power)
    const growth = this.#growth.get(week) ?? new Map<number, Growth>()
    this.#purchases += 1n
    const bought = (growth.get(user)?.bought ?? 0n) + power
    growth.set(user, { userId: user, bought, reachedAt: this.#purchases })
    this.#growth.set(week, growth)
  }

  /** Changes a pledge, after closing every week that has ended and settling the holder to it. */
  change(user: number, how: 'pledge' | 'unpledge', units: bigint): void {
    const rule = how === 'pledge' ? pledgePower : unpledgePower
    this.#keep(user, rule(this.state.pledges, this.#at(user, this.state.pledges.week), units))
  }

  closeDue(now: bigint): void {
    for (const week of weeksDue({ next: this.state.pledges.week, now })) {
      const changes = [...this.#changes.values()].map((own) => own.get(week) ?? noChange(week))
      const closed = closeWeek(this.#config, this.state, {
        week,
        income: this.#income.get(week) ?? NO_PAYOUT,
        drPrice: this.#priceBefore(weekEnd(week)),
        leaving: changes.reduce((sum, { leaving }) => sum + leaving, 0n),
        joining: changes.reduce((sum, { joining }) => sum + joining, 0n),
        growth: [...(this.#growth.get(week)?.values() ?? [])],
      })
      this.state = closed.state
      this.#points.push(closed.point)
      this.results.push(closed.result)
      for (const token of PAYOUT_TOKENS) {
        const { dividends, prizes } = closed.result
        this.#book.post(
          [`1:${token}:dividend-pool`, `1:${token}:dividends-payable`, dividends[token]],
          ...prizes.map(
            ({ userId, amount }) =>
              [`1:${token}:dividend-pool`, available(1, token, userId), amount[token]] as const,
          ),
        )
      }
    }
  }

  /** Settles a holder to the last close, and credits the accrued dividends. */
  credit(user: number): void {
    const { pledges: pool } = this.state
    const changes = [...(this.#changes.get(user)?.values() ?? [])].filter(({ week }) => week < pool.week)
    const before = this.#positions.get(user) ?? newPowerPosition
    const { position, amount } = collectDividends(
      settlePower(before, { pool, points: this.#points, changes }),
    )
    this.#positions.set(user, position)
    for (const token of PAYOUT_TOKENS) {
      this.#book.post([`1:${token}:dividends-payable`, available(1, token, user), amount[token]])
    }
  }

  /** A holder settled to the last close. */
  view(user: number): PowerView {
    return viewPower(this.state.pledges, this.#at(user, this.state.pledges.week))
  }

  #at(user: number, week: bigint): PowerState {
    const change = this.#changes.get(user)?.get(week) ?? noChange(week)
    return { position: this.#positions.get(user) ?? newPowerPosition, change }
  }

  #keep(user: number, { position, change }: PowerState): void {
    this.#positions.set(user, position)
    const own = this.#changes.get(user) ?? new Map<bigint, PledgeChange>()
    own.set(change.week, change)
    this.#changes.set(user, own)
  }
}
