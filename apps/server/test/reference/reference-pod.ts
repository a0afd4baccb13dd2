/**
 * POD power and dividends in a slow form: every holder's power as a fraction, every week divided holder by
 * holder, without index, shares or generations.
 */
import { minBigInt } from '../../src/platform/integers.ts'
import { type Fraction, fraction, sumOf, ZERO } from './fraction.ts'

const WAD = 10n ** 18n
type Pay = { USDT: Fraction; DR: Fraction }

interface Holder {
  unpledged: Fraction
  /** Counts from next Monday. */
  joining: Fraction
  pledged: Fraction
  /** The part of `pledged` that leaves at the week's end. */
  leaving: Fraction
  readonly dividends: Pay
  readonly prizes: { USDT: bigint; DR: bigint }
  boughtThisWeek: bigint
  /** Number of the last purchase of the week. */
  boughtLast: number
}

export interface ReferenceConfig {
  readonly winners: number
  /** The week's cap: pledged power divided by this. */
  readonly weekCapDivisor: bigint
}

const newHolder = (): Holder => ({
  unpledged: ZERO,
  joining: ZERO,
  pledged: ZERO,
  leaving: ZERO,
  dividends: { USDT: ZERO, DR: ZERO },
  prizes: { USDT: 0n, DR: 0n },
  boughtThisWeek: 0n,
  boughtLast: 0,
})

export class ReferencePod {
  readonly holders: ReadonlyMap<number, Holder>
  readonly pool: Pay = { USDT: ZERO, DR: ZERO }
  #purchases = 0
  readonly #config: ReferenceConfig

  constructor(users: readonly number[], config: ReferenceConfig) {
    this.holders = new Map(users.map((user) => [user, newHolder()]))
    this.#config = config
  }

  holder(user: number): Holder {
    return this.holders.get(user) ?? newHolder()
  }

  left(user: number): Fraction {
    const { unpledged, joining, pledged } = this.holder(user)
    return unpledged.plus(joining).plus(pledged)
  }

  receive(token: 'USDT' | 'DR', amount: bigint): void {
    this.pool[token] = this.pool[token].plus(fraction(amount))
  }

  buy({ user, power, pledge }: { user: number; power: bigint; pledge: boolean }): void {
    const holder = this.holder(user)
    if (pledge) holder.joining = holder.joining.plus(fraction(power))
    else holder.unpledged = holder.unpledged.plus(fraction(power))
    this.#purchases += 1
    holder.boughtThisWeek += power
    holder.boughtLast = this.#purchases
  }

  pledge(user: number, { units, all }: { units: bigint; all: boolean }): void {
    const holder = this.holder(user)
    const requested = fraction(units)
    const stays = all ? holder.leaving : requested.atMost(holder.leaving)
    const added = requested.minus(stays)
    holder.leaving = holder.leaving.minus(stays)
    holder.unpledged = holder.unpledged.minus(added)
    holder.joining = holder.joining.plus(added)
  }

  unpledge(user: number, { units, all }: { units: bigint; all: boolean }): void {
    const holder = this.holder(user)
    const requested = fraction(units)
    const back = requested.atMost(holder.joining)
    holder.joining = holder.joining.minus(back)
    holder.unpledged = holder.unpledged.plus(back)
    holder.leaving = all ? holder.pledged : holder.leaving.plus(requested.minus(back)).atMost(holder.pledged)
  }

  /** Closes the week; `price` of DR at its end, null without one. */
  closeWeek(price: bigint | null): void {
    const available = { USDT: this.pool.USDT, DR: this.pool.DR }
    const part = (token: 'USDT' | 'DR', eighths: bigint) =>
      available[token].times(fraction(eighths, 8n)).floor()
    const usdOf = (dr: bigint) => (dr * (price ?? 0n)) / WAD
    this.#payDividends(price, { USDT: part('USDT', 7n), DR: usdOf(part('DR', 7n)) })
    this.#payPrizes(price, { USDT: part('USDT', 1n), DR: usdOf(part('DR', 1n)) })
    for (const holder of this.holders.values()) {
      holder.unpledged = holder.unpledged.plus(holder.leaving)
      holder.pledged = holder.pledged.minus(holder.leaving).plus(holder.joining)
      holder.leaving = ZERO
      holder.joining = ZERO
      holder.boughtThisWeek = 0n
    }
  }

  #payDividends(price: bigint | null, value: { USDT: bigint; DR: bigint }): void {
    const total = sumOf([...this.holders.values()].map(({ pledged }) => pledged))
    const cap = total.over(fraction(this.#config.weekCapDivisor)).floor()
    const usdt = minBigInt(value.USDT, cap)
    const dr = minBigInt(value.DR, cap - usdt)
    if (usdt + dr === 0n) return
    const drAmount = dr === 0n ? ZERO : fraction(dr * WAD, price ?? 0n)
    for (const holder of this.holders.values()) {
      const share = holder.pledged.over(total)
      const stays = fraction(1n).minus(fraction(usdt + dr).over(total))
      holder.dividends.USDT = holder.dividends.USDT.plus(share.times(fraction(usdt)))
      holder.dividends.DR = holder.dividends.DR.plus(share.times(drAmount))
      holder.pledged = holder.pledged.times(stays)
      holder.leaving = holder.leaving.times(stays)
    }
    this.pool.USDT = this.pool.USDT.minus(fraction(usdt))
    this.pool.DR = this.pool.DR.minus(drAmount)
  }

  #payPrizes(price: bigint | null, prize: { USDT: bigint; DR: bigint }): void {
    const winners = [...this.holders.values()]
      .filter(({ boughtThisWeek }) => boughtThisWeek > 0n)
      .sort((a, b) =>
        a.boughtThisWeek === b.boughtThisWeek
          ? a.boughtLast - b.boughtLast
          : Number(b.boughtThisWeek > a.boughtThisWeek) * 2 - 1,
      )
      .slice(0, this.#config.winners)
    const total = winners.reduce((sum, { boughtThisWeek }) => sum + boughtThisWeek, 0n)
    for (const { boughtThisWeek: bought, prizes } of winners) {
      const usdt = minBigInt((prize.USDT * bought) / total, bought / 10n)
      const drValue = minBigInt((prize.DR * bought) / total, bought / 10n - usdt)
      const dr = drValue === 0n ? 0n : (drValue * WAD) / (price ?? 0n)
      prizes.USDT += usdt
      prizes.DR += dr
      this.pool.USDT = this.pool.USDT.minus(fraction(usdt))
      this.pool.DR = this.pool.DR.minus(fraction(dr))
    }
  }
}
