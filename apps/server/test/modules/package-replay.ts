/**
 * Replays the commands of the property test's engines on the module with a database: events as from the
 * indexer.
 */

import { randomUUID } from 'node:crypto'
import { setChainClock, testWallet } from '@dr/test-kit'
import {
  account,
  addToAccountBook,
  balanceOf,
  hold,
  readAccountBook,
  releaseHold,
  settleHold,
  unreturnedOf,
} from '../../src/modules/ledger/index.ts'
import { readBudget } from '../../src/modules/packages/budget/budget.ts'
import { recordFunding } from '../../src/modules/packages/budget/record-funding.ts'
import { chainPackageId, reinvestable } from '../../src/modules/packages/deposit/deposit.rules.ts'
import { recordDeposit } from '../../src/modules/packages/deposit/record-deposit.ts'
import { creditBatch, creditDueOf } from '../../src/modules/packages/position/credit-due.ts'
import { reinvest } from '../../src/modules/packages/position/reinvest.ts'
import { readCounters } from '../../src/modules/packages/position/user-counters.ts'
import { findTerms } from '../../src/modules/packages/terms/read-packages.ts'
import { seedPackages } from '../../src/modules/packages/terms/seed-packages.ts'
import type { DrPrices, PackageToken } from '../../src/modules/packages/terms/terms.rules.ts'
import { seedGenesis } from '../../src/modules/users/index.ts'
import { AppError } from '../../src/platform/app-error.ts'
import { chainNow, dateOfUnix } from '../../src/platform/chain/chain-clock.ts'
import type { ChainEvent } from '../../src/platform/chain/chain-events.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { type LowerHex, lowerHex } from '../../src/platform/hex.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { PACKAGES, START, USERS } from '../reference/commands.ts'
import type { ModelEvent } from '../reference/model-event.ts'

const ADDRESSES = { USDT: lowerHex(`0x${'11'.repeat(20)}`), DR: lowerHex(`0x${'22'.repeat(20)}`) } as const
const SOURCE = lowerHex(`0x${'33'.repeat(20)}`)
/**
 * Longer than any run, in whole days, so that runs follow each other on one clock at the same times of the
 * day.
 */
const RUN_SECONDS = 1_200n * 86_400n
const IDS_PER_RUN = 10
const CHAIN_ID = 31_337

type Do<D extends ModelEvent['do']> = Extract<ModelEvent, { do: D }>
type Work = (tx: Tx) => Promise<void>

interface OpenWithdrawal {
  readonly orderId: string
  readonly user: number
  readonly token: PackageToken
  readonly amount: bigint
}

/** One run: its own packages and users on a shared database, later than every run before it. */
export class Replay {
  readonly #database: Database
  readonly #run: number
  readonly #users = new Map<number, UserId>()
  readonly #withdrawals: OpenWithdrawal[] = []
  #events: Work[] = []
  #price: bigint | null = 5n * 10n ** 17n
  #logs = 0

  constructor(database: Database, run: number) {
    this.#database = database
    this.#run = run
  }

  async start(): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await seedPackages(
        tx,
        PACKAGES.map((terms) => ({ ...terms, packageId: this.#idOf(terms.packageId) })),
      )
      await setChainClock(tx, { timestamp: this.#time(START) })
      for (const user of USERS) {
        const at = dateOfUnix(this.#time(START))
        this.#users.set(user, (await seedGenesis(tx, { address: this.#addressOf(user), at })).id)
      }
    })
  }

  /** Replays a command. Events may be collected with later ones (`together`), as in a range of blocks. */
  async apply(one: ModelEvent, { together }: { together: boolean }): Promise<void> {
    if (one.do === 'move-price') this.#price = one.price
    else if (one.do === 'fund-budget') this.#events.push(this.#funding(one))
    else if (one.do === 'deposit') this.#events.push(this.#deposit(one))
    else await this.#request(one)
    if (!together) await this.arrive(one.at)
  }

  /** Makes collected events final, and moves the clock to `at`. */
  async arrive(at: bigint): Promise<void> {
    const events = this.#events.splice(0)
    await this.#database.transaction(async (tx) => {
      for (const event of events) await event(tx)
      await setChainClock(tx, { timestamp: this.#time(at) })
    })
  }

  /** Reinvests the engines' share of the reinvestable amount; returns the error's name, or the amount. */
  async reinvest(at: bigint, order: Omit<Do<'reinvest'>, 'amount' | 'at'> & { permille: number }) {
    await this.arrive(at)
    const userId = this.userId(order.user)
    const token = order.packageId === 1 ? 'USDT' : 'DR'
    try {
      return await this.#database.transaction(async (tx) => {
        await creditDueOf(tx, { userId, address: this.#addressOf(order.user), now: this.#time(at) })
        const open = (await this.#reinvestable(tx, userId, token)) * BigInt(order.permille)
        const amount = open / 1_000n - ((open / 1_000n) % 10n ** 18n)
        const terms = await findTerms(tx, {
          packageId: BigInt(this.#idOf(order.packageId)),
          at: this.#time(at),
        })
        if (!terms) return 'PACKAGE_NOT_FOUND'
        const prices = this.#drPrices
        await reinvest(
          tx,
          { terms, prices, ...WITHOUT_PRICES },
          { userId, amount, incomeToken: order.incomeToken, requestId: undefined },
        )
        return amount
      })
    } catch (error) {
      if (error instanceof AppError) return error.error
      throw error
    }
  }

  tick(limit: number): Promise<number> {
    return this.#database.transaction(async (tx) =>
      creditBatch(tx, { now: (await chainNow(tx)).timestamp, limit }),
    )
  }

  look(user: number): Promise<void> {
    return this.#database.transaction(async (tx) =>
      creditDueOf(tx, {
        userId: this.userId(user),
        address: this.#addressOf(user),
        now: (await chainNow(tx)).timestamp,
      }),
    )
  }

  available(user: number, token: PackageToken): Promise<bigint> {
    return balanceOf(this.#database.read, codeOf(token, 'user-available', this.userId(user)))
  }

  held(user: number, token: PackageToken): Promise<bigint> {
    return balanceOf(this.#database.read, codeOf(token, 'user-held', this.userId(user)))
  }

  async unreturned(user: number, token: PackageToken): Promise<bigint> {
    const book = { account: this.#addressOf(user), vault: 2, token } as const
    return unreturnedOf(await readAccountBook(this.#database.read, book))
  }

  async budget(packageId: number, token: PackageToken): Promise<bigint> {
    return (await readBudget(this.#database.read, { packageId: this.#idOf(packageId), token })).left
  }

  userId(user: number): UserId {
    const id = this.#users.get(user)
    if (id === undefined) throw new Error(`no user ${user}`)
    return id
  }

  get #drPrices(): DrPrices | null {
    return this.#price === null ? null : { lower: this.#price, higher: this.#price }
  }

  #idOf(packageId: number): number {
    return this.#run * IDS_PER_RUN + packageId
  }

  #time(at: bigint): bigint {
    return at + BigInt(this.#run) * RUN_SECONDS
  }

  #addressOf(user: number): LowerHex {
    return lowerHex(testWallet(`replay ${this.#run} ${user}`).address)
  }

  async #reinvestable(tx: Tx, userId: UserId, token: PackageToken): Promise<bigint> {
    const available = await balanceOf(tx, codeOf(token, 'user-available', userId))
    return reinvestable({ ...(await readCounters(tx, { userId, token })), available })
  }

  #event<Args>(at: bigint, args: Args): ChainEvent<Args> {
    this.#logs += 1
    const blockTimestamp = this.#time(at)
    const txHash = lowerHex(
      `0x${(BigInt(this.#run) * 1_000_000n + BigInt(this.#logs)).toString(16).padStart(64, '0')}`,
    )
    const block = { blockNumber: BigInt(this.#logs), blockHash: txHash, blockTimestamp }
    const place = { chainId: CHAIN_ID, address: SOURCE, txHash, logIndex: 0 }
    return { ...place, ...block, args, at: dateOfUnix(blockTimestamp), key: `chain:${CHAIN_ID}:${txHash}:0` }
  }

  #funding({ at, packageId, token, amount }: Do<'fund-budget'>): Work {
    const id = chainPackageId({ packageId: this.#idOf(packageId), incomeToken: token })
    const args = {
      kind: 1,
      source: SOURCE,
      token: addressOf(token),
      packageId: id,
      toNode: amount,
      memo: 'x',
    }
    const event = this.#event(at, args)
    return (tx) => recordFunding(tx, ADDRESSES, event)
  }

  #deposit({ at, user, packageId, token, incomeToken, amount }: Do<'deposit'>): Work {
    const price = this.#price ?? 0n
    const id = chainPackageId({ packageId: this.#idOf(packageId), incomeToken })
    const args = { token: addressOf(token), amount, packageId: id, price, price24h: price }
    const event = this.#event(at, { ...args, account: this.#addressOf(user) })
    return (tx) => recordDeposit(tx, { contracts: ADDRESSES, ...WITHOUT_PRICES }, event)
  }

  async #request(one: ModelEvent): Promise<void> {
    await this.arrive(one.at)
    if (one.do === 'withdraw') await this.#withdraw(one)
    else if (one.do === 'end-withdrawal') await this.#endWithdrawal(one)
    else throw new Error(`what is ${one.do}?`)
  }

  /** Like the withdrawal module: credited first, then held. */
  async #withdraw({ at, user, token, amount }: Do<'withdraw'>): Promise<void> {
    const userId = this.userId(user)
    const orderId = randomUUID()
    await this.#database.transaction(async (tx) => {
      await creditDueOf(tx, { userId, address: this.#addressOf(user), now: this.#time(at) })
      this.#withdrawals.push({ orderId, user, token, amount })
      const order = { orderId, userId, vault: 2, token, amount } as const
      await hold(tx, { ...order, ...(await this.#booked(tx)) })
    })
  }

  async #endWithdrawal({ paid }: Do<'end-withdrawal'>): Promise<void> {
    const open = this.#withdrawals.shift()
    if (!open) throw new Error('no withdrawal is open')
    const { orderId, user, token, amount } = open
    await this.#database.transaction(async (tx) => {
      const resolution = { orderId, ...(await this.#booked(tx)) }
      if (paid) {
        const book = { account: this.#addressOf(user), vault: 2, token } as const
        await addToAccountBook(tx, book, { paid: amount })
        await settleHold(tx, {
          ...resolution,
          parts: [{ reason: 'test.move', to: account({ vault: 2, token, kind: 'chain' }), amount }],
        })
        await this.#closeOthers(tx, user)
        return
      }
      await releaseHold(tx, { ...resolution, as: 'superseded' })
    })
  }

  /** Closes other open vouchers of the vault, which have the same nonce. */
  async #closeOthers(tx: Tx, user: number): Promise<void> {
    for (const other of this.#withdrawals.splice(0)) {
      if (other.user !== user) this.#withdrawals.push(other)
      else await releaseHold(tx, { orderId: other.orderId, as: 'superseded', ...(await this.#booked(tx)) })
    }
  }

  async #booked(tx: Tx) {
    return { reason: 'test.move', at: (await chainNow(tx)).at, source: { kind: 'test' } } as const
  }
}

/** The value of stakes is not tested here. */
const WITHOUT_PRICES = { drPriceAt: async () => null, stakeBegun: async () => undefined }

const addressOf = (token: PackageToken): LowerHex => (token === 'USDT' ? ADDRESSES.USDT : ADDRESSES.DR)

const codeOf = (token: PackageToken, kind: 'user-available' | 'user-held', userId: UserId) =>
  account({ vault: 2, token, kind, userId })
