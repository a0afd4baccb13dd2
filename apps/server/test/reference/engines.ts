/**
 * All money modules with their engines, wired as in the server. The outcome of each command is passed to the
 * reference model.
 */

import { WITHDRAWAL_BURN_BPS } from '@dr/protocol/constants'
import { lowerUnreturned, splitBurnFree } from '@dr/protocol/rules/unreturned'
import { burnShare, usdtVoucherBurn } from '@dr/protocol/rules/withdrawal-burn'
import { byToken, TOKENS, type Token } from '@dr/protocol/tokens'
import type { DividendConfig } from '../../src/modules/dividends/week/close-week.rules.ts'
import type { DrPrices, PackageToken } from '../../src/modules/packages/terms/terms.rules.ts'
import { POD_POWER_CONFIG, quotePodPower } from '../../src/modules/pod-power/quote.rules.ts'
import { shareFlush } from '../../src/modules/swap/fees/fee-split.rules.ts'
import { PAR, quoteSwap, SWAP_CONFIG } from '../../src/modules/swap/quote/quote.rules.ts'
import { AppError } from '../../src/platform/app-error.ts'
import { ACCOUNTS, available, TestBook } from './book.ts'
import { type Command, INVITER, START, timeAfter, USERS } from './commands.ts'
import { splitFlush, splitFunding, usdtBurn } from './contract-rules.ts'
import { MiningEngine } from './engine-mining.ts'
import { PackageEngine } from './engine-packages.ts'
import { PodEngine } from './engine-pod.ts'
import type { ModelEvent } from './model-event.ts'
import { collectFees } from './statements.ts'

const part = (amount: bigint, permille: number): bigint => (amount * BigInt(permille)) / 1_000n

interface Withdrawal {
  readonly user: number
  readonly vault: number
  readonly token: PackageToken
  readonly amount: bigint
  readonly burnFree: bigint
  /** DR that the voucher burns. */
  readonly voucher: bigint
}

export class Engines {
  readonly book = new TestBook()
  readonly mining = new MiningEngine(this.book)
  readonly packages = new PackageEngine(this.book)
  readonly pod: PodEngine
  now = START
  burned = 0n
  readonly #prices: { at: bigint; price: bigint | null }[] = [{ at: 0n, price: 5n * 10n ** 17n }]
  readonly #fees: { fee: bigint; inviterId: number | null }[] = []
  readonly #withdrawals: Withdrawal[] = []
  readonly #inventory: Record<Token, bigint> = byToken(TOKENS, () => 10n ** 24n)

  constructor(config: DividendConfig) {
    this.pod = new PodEngine(this.book, config, (at) => this.priceBefore(at))
  }

  /** USDT for one DR right before `at`. */
  priceBefore(at: bigint): bigint | null {
    return this.#prices.findLast((one) => one.at < at)?.price ?? null
  }

  /** Runs a command and returns its outcome for the reference model; null if the product refused it. */
  apply(command: Command): ModelEvent | null {
    this.now = timeAfter(this.now, command.gap)
    try {
      return this.#act(command)
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }

  /**
   * Credits all due amounts: weeks, dividends of every holder, packages. May be called any number of times,
   * at any time.
   */
  catchUp(): void {
    this.pod.closeDue(this.now)
    for (const user of USERS) this.pod.credit(user)
    this.packages.creditDue(this.now)
  }

  #catchUpFor(user: number): void {
    this.pod.closeDue(this.now)
    this.pod.credit(user)
    this.packages.creditDue(this.now, user)
  }

  get #price(): bigint | null {
    return this.#prices.at(-1)?.price ?? null
  }

  get #drPrices(): DrPrices | null {
    const price = this.#price
    return price === null ? null : { lower: price, higher: price }
  }

  #act(command: Command): ModelEvent | null {
    const { now } = this
    const at = now
    switch (command.do) {
      case 'buy-machine':
        this.mining.buy(now, command)
        return { at, ...command }
      case 'pay-electricity': {
        const { machines } = this.mining
        if (machines.length === 0) return null
        const machine = command.machine % machines.length
        this.mining.pay(now, machine, command.periods)
        return { at, ...command, machine }
      }
      case 'release':
        this.mining.release(now)
        return { at, ...command }
      case 'collect':
        return this.mining.collect(now, command.user) ? { at, ...command } : null
      case 'move-price':
        this.#prices.push({ at: now, price: command.price })
        return { at, ...command }
      default:
        return this.#actWithPower(command)
    }
  }

  #actWithPower(command: Command): ModelEvent | null {
    const at = this.now
    switch (command.do) {
      case 'buy-pod': {
        const price = this.#price ?? 0n
        const { power } = quotePodPower(POD_POWER_CONFIG, { drAmount: command.dr, price, price24h: price })
        this.pod.buy(at, { ...command, power })
        return { at, ...command, power }
      }
      case 'pledge':
      case 'unpledge': {
        const { user } = command
        this.#catchUpFor(user)
        const view = this.pod.view(user)
        const max = command.do === 'pledge' ? view.leaving + view.unpledged : view.joining + view.staying
        const units = part(max, command.permille)
        this.pod.change(user, command.do, units)
        return { at, do: command.do, user, units, all: units === max }
      }
      case 'fund-pools': {
        const { node, deflation } = splitFunding(command.amount)
        const { token } = command
        this.pod.receive(at, token, deflation)
        this.book.post([`2:${token}:chain`, `2:${token}:node-pool`, node])
        return { at, ...command }
      }
      default:
        return this.#actWithExchange(command)
    }
  }

  #actWithExchange(command: Command): ModelEvent | null {
    const at = this.now
    switch (command.do) {
      case 'swap': {
        const { user, from, to, amount } = command
        const price = this.#price
        const dr = price === null ? {} : { DR: { price, average: price } }
        const prices = { USDT: PAR, USDR: PAR, DRGV: { price: 10n ** 17n, average: 10n ** 17n }, ...dr }
        const inventory = this.#inventory
        const request = { inputToken: from, outputToken: to, inputAmount: amount, prices, inventory }
        const { fee, outputAmount, value } = quoteSwap(SWAP_CONFIG, request)
        inventory[from] += amount
        inventory[to] -= outputAmount
        inventory.USDT -= fee
        this.#fees.push({ fee, inviterId: INVITER[user] ?? null })
        return { at, do: 'swap', user, value }
      }
      case 'flush': {
        const fees = this.#fees.splice(0)
        const flushed = splitFlush(fees.reduce((sum, { fee }) => sum + fee, 0n))
        const shares = shareFlush({ ...flushed, fees: collectFees(fees) })
        this.pod.receive(at, 'USDT', shares.dividendPool)
        this.book.post(['2:USDT:chain', '2:USDT:node-pool', shares.nodePool])
        for (const [user, share] of shares.inviters)
          this.book.post(['2:USDT:chain', available(2, 'USDT', user), share])
        return { at, do: 'flush' }
      }
      default:
        return this.#actWithPackages(command)
    }
  }

  #actWithPackages(command: Command): ModelEvent | null {
    const at = this.now
    switch (command.do) {
      case 'fund-budget':
        this.packages.fundBudget(command)
        return { at, ...command }
      case 'deposit':
        this.packages.deposit(at, command, this.#drPrices)
        return { at, ...command }
      case 'reinvest': {
        this.#catchUpFor(command.user)
        const token = command.packageId === 1 ? 'USDT' : 'DR'
        const open = part(this.packages.reinvestable(command.user, token), command.permille)
        const amount = open - (open % 10n ** 18n)
        this.packages.reinvest(at, { ...command, amount }, this.#drPrices)
        return { at, ...command, amount }
      }
      case 'withdraw':
        return this.#withdraw(command)
      case 'end-withdrawal':
        return this.#endWithdrawal(command)
      default:
        throw new RangeError(`what is ${command.do}?`)
    }
  }

  #withdraw({ user, pick, permille }: Extract<Command, { do: 'withdraw' }>): ModelEvent | null {
    this.#catchUpFor(user)
    const price = this.#price
    const filled = ACCOUNTS.filter(([vault, token]) => this.book.balance(available(vault, token, user)) > 0n)
    const account = filled[pick % filled.length]
    if (!account || price === null) return null
    const [vault, token] = account
    const amount = part(this.book.balance(available(vault, token, user)), permille)
    if (amount === 0n) return null
    const key = `${user}:${token}`
    const unreturned = vault === 2 ? (this.packages.unreturned.get(key) ?? 0n) : 0n
    const { burnFree, burnable } = splitBurnFree({ amount, unreturned })
    this.book.post([available(vault, token, user), `${vault}:${token}:user-held:${user}`, amount])
    const burnBps = WITHDRAWAL_BURN_BPS
    const voucher =
      token === 'DR'
        ? burnShare({ burnable, burnBps })
        : usdtVoucherBurn({ burnable, burnBps, drPrice: price })
    this.#withdrawals.push({ user, vault, token, amount, burnFree, voucher })
    return { at: this.now, do: 'withdraw', user, vault, token, amount }
  }

  #endWithdrawal({ paid, getterPermille }: Extract<Command, { do: 'end-withdrawal' }>): ModelEvent | null {
    const open = this.#withdrawals.shift()
    if (!open) return null
    const { user, vault, token, amount, burnFree, voucher } = open
    const held = `${vault}:${token}:user-held:${user}`
    if (!paid) {
      this.#release(open)
      return { at: this.now, do: 'end-withdrawal', paid, getter: null }
    }
    if (vault === 2) {
      const key = `${user}:${token}`
      this.packages.unreturned.set(key, lowerUnreturned(this.packages.unreturned.get(key) ?? 0n, amount))
      this.packages.burnFree.set(key, (this.packages.burnFree.get(key) ?? 0n) + burnFree)
    }
    const getter = getterPermille === null ? null : part(voucher, getterPermille)
    this.burned += token === 'DR' ? voucher : usdtBurn({ voucher, getter })
    this.book.post([held, `${vault}:${token}:chain`, amount])
    this.#closeOthers(open)
    return { at: this.now, do: 'end-withdrawal', paid, getter }
  }

  /** Closes other open vouchers of the vault, which have the same nonce. */
  #closeOthers({ user, vault }: Withdrawal): void {
    for (const other of this.#withdrawals.splice(0)) {
      if (other.user === user && other.vault === vault) this.#release(other)
      else this.#withdrawals.push(other)
    }
  }

  #release({ user, vault, token, amount }: Withdrawal): void {
    this.book.post([`${vault}:${token}:user-held:${user}`, available(vault, token, user), amount])
  }
}
