/** Users with every kind of due amount, on a database without a chain. */

import { WAD } from '@dr/protocol/amounts'
import { setChainClock, testWallet } from '@dr/test-kit'
import type { CloseDeps } from '../../src/modules/dividends/week/dividend-closing.ts'
import { posting, postJournal } from '../../src/modules/ledger/index.ts'
import { recordFunding } from '../../src/modules/packages/budget/record-funding.ts'
import { chainPackageId } from '../../src/modules/packages/deposit/deposit.rules.ts'
import { recordDeposit } from '../../src/modules/packages/deposit/record-deposit.ts'
import { seedPackages } from '../../src/modules/packages/terms/seed-packages.ts'
import type { PackageToken } from '../../src/modules/packages/terms/terms.rules.ts'
import { seedGenesis } from '../../src/modules/users/index.ts'
import { dateOfUnix } from '../../src/platform/chain/chain-clock.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { type LowerHex, lowerHex } from '../../src/platform/hex.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { ALWAYS_OPEN } from './always-open.ts'
import { DatabasePod } from './pod-database.ts'

const DAY = 86_400n
const ADDRESSES = { USDT: lowerHex(`0x${'11'.repeat(20)}`), DR: lowerHex(`0x${'22'.repeat(20)}`) } as const
const TOKENS = ['USDT', 'DR'] as const
const PRICE = WAD / 2n
const addressOf = (token: PackageToken): LowerHex => (token === 'USDT' ? ADDRESSES.USDT : ADDRESSES.DR)

export interface DueUser {
  readonly userId: UserId
  readonly address: LowerHex
}

export class Dues {
  readonly #database: Database
  readonly #pod: DatabasePod
  #now: bigint
  #events = 0
  users: readonly DueUser[] = []

  constructor(database: Database, deps: CloseDeps, now: bigint) {
    this.#database = database
    this.#pod = new DatabasePod(database, deps)
    this.#now = now
  }

  /**
   * Creates `count` users, each with pledged POD power and positions of either token that mature after five
   * and nine days.
   */
  async start(count: number): Promise<void> {
    await setChainClock(this.#database.single, { timestamp: this.#now })
    const rates = { USDT: WAD / 777n, DR: WAD / 333n }
    const terms = { minimum: WAD, reinvestMinimum: WAD, dailyRates: rates, hours: ALWAYS_OPEN }
    await this.#write(async (tx) => {
      await seedPackages(tx, [
        { ...terms, packageId: 1, token: 'USDT', termDays: 5 },
        { ...terms, packageId: 2, token: 'DR', termDays: 9 },
      ])
      const users: DueUser[] = []
      for (let n = 0; n < count; n += 1) {
        const address = lowerHex(testWallet(`due ${n}`).address)
        const { id: userId } = await seedGenesis(tx, { address, at: dateOfUnix(this.#now) })
        users.push({ userId, address })
      }
      this.users = users
    })
    for (const { userId } of this.users) await this.#pod.buy(this.#now, { user: userId, power: 1_000n * WAD })
  }

  /**
   * Moves to a week later: its dividends are due, positions begun in it owe income or have matured, and
   * deposits wait for their user. In a different order for each user.
   */
  async nextWeek(): Promise<void> {
    for (const token of TOKENS) {
      await this.#pod.receive(this.#now, token, 10_000n * WAD)
      for (const packageId of [1, 2]) await this.#fund(packageId, token)
    }
    for (const [n, user] of this.users.entries()) {
      const works = [
        ...TOKENS.map((token) => () => this.#deposit(user, token)),
        ...TOKENS.map((token) => () => this.#leaveUnattributed(user, token)),
      ]
      for (const work of n % 2 ? works : works.toReversed()) await work()
    }
    this.#now += 7n * DAY
    await this.#pod.setClock(this.#now)
    await this.#pod.closeDue() // as the indexer does when it moves the clock
  }

  get now(): bigint {
    return this.#now
  }

  #write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.transaction(work)
  }

  #event<Args>(args: Args) {
    this.#events += 1
    const txHash = lowerHex(`0x${'d0e5'.padEnd(8, '0')}${this.#events.toString(16).padStart(56, '0')}`)
    const place = { chainId: 31_337, address: ADDRESSES.DR, txHash, logIndex: 0 }
    const block = { blockNumber: BigInt(this.#events), blockHash: txHash, blockTimestamp: this.#now }
    return { ...place, ...block, args, at: dateOfUnix(this.#now), key: `chain:31337:${txHash}:0` }
  }

  #fund(packageId: number, token: PackageToken): Promise<void> {
    const id = chainPackageId({ packageId, incomeToken: token })
    const args = {
      kind: 1,
      source: ADDRESSES.DR,
      token: addressOf(token),
      packageId: id,
      toNode: 10_000n * WAD,
    }
    const event = this.#event({ ...args, memo: 'for the test' })
    return this.#write((tx) => recordFunding(tx, ADDRESSES, event))
  }

  /** Opens two positions, with income in each token. */
  async #deposit({ address }: DueUser, token: PackageToken): Promise<void> {
    for (const incomeToken of TOKENS) {
      const packageId = chainPackageId({ packageId: token === 'USDT' ? 1 : 2, incomeToken })
      const args = { account: address, token: addressOf(token), amount: 100n * WAD, packageId }
      const event = this.#event({ ...args, price: PRICE, price24h: PRICE })
      await this.#write((tx) =>
        recordDeposit(tx, { contracts: ADDRESSES, stakeBegun: async () => undefined }, event),
      )
    }
  }

  /** Inserts a deposit of an address that has no user yet. */
  async #leaveUnattributed({ address }: DueUser, token: PackageToken): Promise<void> {
    const { key, at, txHash, blockNumber } = this.#event({})
    await this.#write(async (tx) => {
      await postJournal(tx, {
        key,
        at,
        reason: 'package.unattributed',
        source: { kind: 'test' },
        postings: [
          posting({
            vault: 2,
            token,
            from: { kind: 'chain' },
            to: { kind: 'unattributed' },
            amount: WAD,
          }),
        ],
      })
      await tx.query({
        text: `INSERT INTO package_deposit (key, address, token, amount, chain_package_id, at, block_number, tx_hash, outcome)
          VALUES ($1, $2, $3, $4, 2, $5, $6, $7, 'unattributed')`,
        values: [key, address, token, WAD, this.#now, blockNumber, txHash],
      })
    })
  }
}
