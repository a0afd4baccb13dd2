/**
 * The whole money side in a slow, simple form: exact fractions, user by user, moment by moment in order of
 * time. It has no accumulator, index, share, generation or lazy settlement; the engines must agree with it
 * (docs/product.md 3, 4, 6–8).
 */
import { type Fraction, fraction, ZERO } from './fraction.ts'
import type { ModelEvent } from './model-event.ts'
import { ReferenceMining } from './reference-mining.ts'
import { ReferencePackages } from './reference-packages.ts'
import { type ReferenceConfig, ReferencePod } from './reference-pod.ts'

const WEEK = 604_800n
const MONDAY = 345_600n
const WAD = 10n ** 18n
const nextMonday = (now: bigint) => MONDAY + ((now - MONDAY) / WEEK + 1n) * WEEK

interface Withdrawal {
  readonly user: number
  readonly vault: number
  readonly token: string
  readonly amount: bigint
  readonly burn: bigint
}

export class ReferenceModel {
  readonly mining: ReferenceMining
  readonly pod: ReferencePod
  readonly packages = new ReferencePackages((user, token, amount) => {
    this.#add(user, 2, token, amount)
    this.#addTo(this.#fromPackages, `${user}:${token}`, amount)
  })
  readonly nodePool = { USDT: 0n, DR: 0n }
  burned = 0n
  weeks = 0
  now: bigint
  #price: bigint | null = WAD / 2n
  /** Movements other than mining and dividends: `<user>:<vault>:<token>`. */
  readonly #moved = new Map<string, bigint>()
  /** Principal and income of packages that was not reinvested: `<user>:<token>`. */
  readonly #fromPackages = new Map<string, bigint>()
  readonly #held = new Map<string, bigint>()
  /** Running sums of deposits into and payments of the node vault, in order: `<user>:<token>`. */
  readonly #depositedLessLeft = new Map<string, bigint[]>()
  #fees: { fee: bigint; inviter: number | null }[] = []
  readonly #withdrawals: Withdrawal[] = []
  readonly #inviters: Readonly<Record<number, number | null>>

  constructor(input: {
    start: bigint
    users: readonly number[]
    inviters: Readonly<Record<number, number | null>>
    config: ReferenceConfig
    emitted: (at: bigint) => bigint
  }) {
    this.now = input.start
    this.mining = new ReferenceMining(input.emitted)
    this.pod = new ReferencePod(input.users, input.config)
    this.#inviters = input.inviters
  }

  /** A user's available balance, exact if nothing was divided. */
  available(user: number, vault: number, token: 'USDT' | 'DR'): Fraction {
    const moved = fraction(this.#moved.get(`${user}:${vault}:${token}`) ?? 0n)
    if (vault === 0)
      return token === 'DR' ? moved.plus(fraction(this.mining.collected.get(user) ?? 0n)) : ZERO
    if (vault === 2) return moved
    const { dividends, prizes } = this.pod.holder(user)
    return moved.plus(dividends[token]).plus(fraction(prizes[token]))
  }

  held(user: number, vault: number, token: string): bigint {
    return this.#held.get(`${user}:${vault}:${token}`) ?? 0n
  }

  /** Applies all effects of time, in order. */
  advance(to: bigint): void {
    while (this.now < to) {
      let next = to
      for (const at of [nextMonday(this.now), this.mining.next(this.now), this.packages.next(this.now)])
        if (at !== null && at < next) next = at
      this.mining.share(this.now, next)
      this.now = next
      this.packages.mature(next)
      if ((next - MONDAY) % WEEK === 0n) {
        this.pod.closeWeek(this.#price)
        this.weeks += 1
      }
    }
  }

  /**
   * Deposited and not returned: the sum's difference from its lowest value, since withdrawals beyond that
   * were of earnings.
   */
  unreturned(user: number, token: string): bigint {
    const sums = this.#depositedLessLeft.get(`${user}:${token}`) ?? [0n]
    return (sums.at(-1) ?? 0n) - sums.reduce((lowest, sum) => (sum < lowest ? sum : lowest))
  }

  #recordMove(user: number, token: string, amount: bigint): void {
    const sums = this.#depositedLessLeft.get(`${user}:${token}`) ?? [0n]
    this.#depositedLessLeft.set(`${user}:${token}`, [...sums, (sums.at(-1) ?? 0n) + amount])
  }

  apply(one: ModelEvent): void {
    this.advance(one.at)
    if (one.do === 'buy-machine') this.mining.buy(one.at, one)
    else if (one.do === 'pay-electricity') this.mining.pay(one.at, one.machine, one.periods)
    else if (one.do === 'release') this.mining.release()
    else if (one.do === 'collect') this.mining.collect(one.user)
    else if (one.do === 'move-price') this.#price = one.price
    else if (one.do === 'buy-pod') this.pod.buy(one)
    else if (one.do === 'pledge') this.pod.pledge(one.user, one)
    else if (one.do === 'unpledge') this.pod.unpledge(one.user, one)
    else this.#applyMoney(one)
  }

  #applyMoney(one: ModelEvent): void {
    if (one.do === 'fund-pools') {
      const node = fraction(one.amount, 5n).floor()
      this.nodePool[one.token] += node
      this.pod.receive(one.token, one.amount - node)
    } else if (one.do === 'swap') {
      const fee = -fraction(-one.value * 3n, 1_000n).floor()
      this.#fees.push({ fee, inviter: this.#inviters[one.user] ?? null })
    } else if (one.do === 'flush') this.#flush()
    else if (one.do === 'fund-budget') this.packages.fundBudget(one.packageId, one.token, one.amount)
    else if (one.do === 'deposit') {
      this.#recordMove(one.user, one.token, one.amount)
      if (this.packages.open(one.at, one, this.#price, 'first')) return
      this.#add(one.user, 2, one.token, one.amount)
    } else if (one.do === 'reinvest') this.#reinvest(one)
    else if (one.do === 'withdraw') this.#withdraw(one)
    else if (one.do === 'end-withdrawal') this.#endWithdrawal(one)
  }

  #reinvest(one: Extract<ModelEvent, { do: 'reinvest' }>): void {
    const token = one.packageId === 1 ? 'USDT' : 'DR'
    const key = `${one.user}:${token}`
    if (one.amount > (this.#fromPackages.get(key) ?? 0n)) throw new RangeError('more than packages gave')
    if (!this.packages.open(one.at, one, this.#price, 'again')) throw new RangeError('reinvested in vain')
    this.#addTo(this.#fromPackages, key, -one.amount)
    this.#add(one.user, 2, token, -one.amount)
  }

  #flush(): void {
    let node = fraction(this.#fees.reduce((sum, { fee }) => sum + fee, 0n) * 36n, 100n).floor()
    this.pod.receive('USDT', this.#fees.reduce((sum, { fee }) => sum + fee, 0n) - node)
    for (const { fee, inviter } of this.#fees) {
      if (inviter === null) continue
      this.#add(inviter, 2, 'USDT', fraction(fee, 5n).floor())
      node -= fraction(fee, 5n).floor()
    }
    this.nodePool.USDT += node
    this.#fees = []
  }

  #withdraw({ user, vault, token, amount }: Extract<ModelEvent, { do: 'withdraw' }>): void {
    const open = vault === 2 ? this.unreturned(user, token) : 0n
    const free = open < amount ? open : amount
    const worth = fraction(amount - free, 20n).floor()
    const burn = token === 'DR' ? worth : fraction(worth * WAD, this.#price ?? 0n).floor()
    this.#add(user, vault, token, -amount)
    this.#addTo(this.#held, `${user}:${vault}:${token}`, amount)
    this.#withdrawals.push({ user, vault, token, amount, burn })
  }

  #endWithdrawal({ paid, getter }: Extract<ModelEvent, { do: 'end-withdrawal' }>): void {
    const ended = this.#withdrawals.shift() as Withdrawal
    const { user, vault, token, amount, burn } = ended
    if (!paid) {
      this.#giveBack(ended)
      return
    }
    this.#addTo(this.#held, `${user}:${vault}:${token}`, -amount)
    if (vault === 2) this.#recordMove(user, token, -amount)
    for (const other of [...this.#withdrawals]) {
      if (other.user !== user || other.vault !== vault) continue
      this.#withdrawals.splice(this.#withdrawals.indexOf(other), 1) // it had the same nonce
      this.#giveBack(other)
    }
    const min = -fraction(-burn * 9n, 10n).floor()
    const lower = getter !== null && getter < burn ? getter : burn
    this.burned += token === 'USDT' && lower < min ? min : token === 'USDT' ? lower : burn
  }

  #giveBack({ user, vault, token, amount }: Withdrawal): void {
    this.#addTo(this.#held, `${user}:${vault}:${token}`, -amount)
    this.#add(user, vault, token, amount)
  }

  #add(user: number, vault: number, token: string, amount: bigint): void {
    this.#addTo(this.#moved, `${user}:${vault}:${token}`, amount)
  }

  #addTo(map: Map<string, bigint>, key: string, amount: bigint): void {
    map.set(key, (map.get(key) ?? 0n) + amount)
  }
}
