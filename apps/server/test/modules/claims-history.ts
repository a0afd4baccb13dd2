/**
 * Random histories of accounts on chain and in the server: deposits, packages, mining, vouchers, claims by
 * any final root, transfers, suspense, restores of an older backup, and roots at any moment.
 */
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { CALLS } from '@dr/protocol/calls/index'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { NO_PROOF } from '@dr/protocol/roots/proof'
import { BOOKS } from '@dr/protocol/roots/roots-file'
import type { Abi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { posting, postJournal } from '../../src/modules/ledger/index.ts'
import { seedGenesis } from '../../src/modules/users/index.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { type LowerHex, lowerHex } from '../../src/platform/hex.ts'
import { minBigInt } from '../../src/platform/integers.ts'
import { type Chain, ONE } from '../app/chain.ts'
import { startTestApp, type TestApp, type TestUser } from '../app/test-app.ts'
import { bookClaims } from './claims.ts'
import { type ClaimsCommand, STRANGER } from './claims-commands.ts'
import { ClaimsEpochs, proofIn } from './claims-epochs.ts'
import { makePeople } from './claims-people.ts'
import { backUp, restore } from './database-copy.ts'
import { RIG } from './machines.ts'
import { DAY, deposit, OF_DR, TERM } from './packages.ts'
import { Tally } from './tally.ts'
import { addressOf, moneyOf, transfer, withdraw } from './withdrawals.ts'

const placeOf = (book: number) => BOOKS[book] as (typeof BOOKS)[number]

/** All books, from one on. */
const booksFrom = (book: number): number[] => BOOKS.map((_, at) => (book + at) % BOOKS.length)

export class ClaimsHistory {
  app: TestApp
  readonly wallets: PrivateKeyAccount[] = []
  readonly users: (TestUser | undefined)[] = []
  readonly epochs: ClaimsEpochs
  readonly tally = new Tally()
  readonly #chain: Chain
  readonly #options: NonNullable<Parameters<typeof startTestApp>[2]>
  readonly #vouchers: { readonly voucher: Voucher; readonly person: number; used: boolean }[] = []
  readonly #spoiled: { readonly orderId: string; readonly kind: string }[] = []
  /** State of the database alone, which is entered again after a restore. */
  readonly #entered: (() => Promise<void>)[] = []
  #backup: { readonly vouchers: number } | undefined

  private constructor(
    chain: Chain,
    app: TestApp,
    options: NonNullable<Parameters<typeof startTestApp>[2]>,
    files: Map<string, string>,
  ) {
    this.#chain = chain
    this.app = app
    this.#options = options
    this.epochs = new ClaimsEpochs(chain, files)
  }

  /** `witness`: an origin that serves `files` by path. */
  static async start(
    chain: Chain,
    database: Database,
    { witness, files }: { readonly witness: string; readonly files: Map<string, string> },
  ): Promise<ClaimsHistory> {
    files.clear()
    const options = { products: [RIG], packages: [TERM, OF_DR], environment: { WITNESS_URL: witness } }
    const app = await startTestApp(chain, database, options)
    const history = new ClaimsHistory(chain, app, options, files)
    const { wallets, users } = await makePeople(app)
    history.wallets.push(...wallets)
    history.users.push(...users)
    return history
  }

  account(person: number): LowerHex {
    return lowerHex((this.wallets[person] as PrivateKeyAccount).address)
  }

  async apply(command: ClaimsCommand): Promise<void> {
    const { kind, person, other, book, amount } = command
    const { app } = this
    const wallet = this.wallets[person] as PrivateKeyAccount
    const user = this.users[person]
    switch (kind) {
      case 'deposit': {
        const token = amount % 2n === 0n ? 'USDT' : 'DR'
        const packageId = book === 0 ? 9 : token === 'USDT' ? 1 : 3
        return void (await deposit(app, wallet, {
          packageId,
          token,
          incomeToken: token,
          amount: amount * ONE,
        }))
      }
      case 'give':
        return user && (await this.#give(user, book, amount * ONE))
      case 'voucher':
        return user && (await this.#ask(user, person, book, amount * ONE))
      case 'use':
        return this.#use(amount)
      case 'suspend':
        return this.#spoil()
      case 'repost':
        return this.#repost()
      case 'claim':
        return this.#leave(person, book, amount, null)
      case 'transfer':
        return person === other ? undefined : this.#leave(person, book, amount, other)
      case 'day':
        return this.#post(DAY)
      case 'week':
        return this.#post(8 * DAY)
      case 'index':
        return app.finalize()
      case 'book':
        return bookClaims(app)
      case 'collect':
        return this.#collect()
      case 'register':
        return this.#register()
      case 'backup':
        await backUp(app.database)
        this.#backup = { vouchers: this.#vouchers.length }
        return
      default:
        return this.#restore()
    }
  }

  async #enter(work: () => Promise<void>): Promise<void> {
    await work()
    this.#entered.push(work)
  }

  /** Credits a user with what came in from outside: the truth is what was given. */
  async #give(user: TestUser, book: number, amount: bigint): Promise<void> {
    const place = placeOf(book)
    const { vault, token } = place
    await transfer(this.app, token, this.app.contracts.withdrawalVaults[vault], amount)
    await this.app.finalize()
    const key = `gift:${this.#entered.length}`
    await this.#enter(async () => {
      await this.app.database.transaction((tx) =>
        postJournal(tx, {
          key,
          reason: 'test.gift',
          at: new Date('2026-01-01T00:00:00Z'),
          source: { kind: 'test' },
          postings: [
            posting({
              ...place,
              from: { kind: 'unattributed' },
              to: { kind: 'user-available', userId: user.userId },
              amount,
            }),
          ],
        }),
      )
    })
    this.tally.count('give')
  }

  async #register(): Promise<void> {
    if (this.users[STRANGER]) return
    const address = this.account(STRANGER)
    const wallet = this.wallets[STRANGER] as PrivateKeyAccount
    await this.#enter(async () => {
      const at = new Date('2026-01-01T00:00:00Z')
      const { id: userId } = await this.app.database.transaction((tx) => seedGenesis(tx, { address, at }))
      this.users[STRANGER] = { wallet, userId, account: address }
    })
  }

  /** A voucher of the first book from `book` on in which there is something. */
  async #ask(user: TestUser, person: number, book: number, amount: bigint): Promise<void> {
    for (const place of booksFrom(book).map(placeOf)) {
      const { available } = await moneyOf(this.app, user, place)
      if (available < ONE) continue
      await this.tally.unlessRefused('voucher', async () => {
        const voucher = await withdraw(this.app, user, place, minBigInt(available, amount))
        this.#vouchers.push({ voucher, person, used: false })
      })
      return
    }
  }

  async #use(pick: bigint): Promise<void> {
    const one = this.#vouchers[Number(pick) % Math.max(1, this.#vouchers.length)]
    if (!one) return
    const isPaid = await this.tally.unlessReverted(one.used ? 'use again' : 'use', () =>
      this.app.redeem(one.voucher, this.wallets[one.person] as PrivateKeyAccount),
    )
    if (isPaid && one.used) throw new Error('a voucher was paid twice')
    one.used ||= isPaid
  }

  /** The newest open voucher's order becomes one that its event does not fit. */
  async #spoil(): Promise<void> {
    const one = this.#vouchers.findLast(({ used }) => !used)
    if (!one) return
    const { orderId } = one.voucher
    const { rows } = await this.app.database.single.query<{ kind: string }>({
      text: `UPDATE voucher_order n SET kind = 'buy-machine' FROM voucher_order o WHERE n.id = $1 AND o.id = n.id
        AND o.status = 'open' RETURNING o.kind`,
      values: [orderId],
    })
    const [row] = rows
    if (!row || row.kind === 'buy-machine') return
    this.#spoiled.push({ orderId, kind: row.kind })
    one.used ||= await this.tally.unlessReverted('use of a spoiled voucher', () =>
      this.app.redeem(one.voucher, this.wallets[one.person] as PrivateKeyAccount),
    )
    await this.app.finalize()
  }

  async #repost(): Promise<void> {
    for (const { orderId, kind } of this.#spoiled)
      await this.app.database.single.query({
        text: 'UPDATE voucher_order SET kind = $2 WHERE id = $1',
        values: [orderId, kind],
      })
    const { posted } = await this.app.repost()
    for (const _ of posted) this.tally.count('repost')
  }

  /**
   * Claims, or transfers to another, with no proof or one of any final root: a part or all of the first book
   * from `book` on in which there is something.
   */
  async #leave(person: number, book: number, amount: bigint, to: number | null): Promise<void> {
    const final = await this.epochs.final()
    const chosen = final[Number(amount) % (final.length + 1)]
    const from = this.wallets[person] as PrivateKeyAccount
    for (const at of booksFrom(book)) {
      const { vault, token } = placeOf(at)
      const proof = (chosen && proofIn(chosen, this.account(person), at)) ?? NO_PROOF
      const base = { address: this.app.contracts.withdrawalVaults[vault], abi: withdrawalVaultAbi } as const
      const claimable = await this.#chain.client.readContract({
        ...base,
        functionName: 'claimable',
        args: [from.address, addressOf(this.app, token), proof.earned],
      })
      if (claimable < ONE) continue
      const part = amount % 3n === 0n || claimable < amount * ONE ? claimable : amount * ONE
      const receiver = to === null ? [] : [(this.wallets[to] as PrivateKeyAccount).address]
      const functionName = to === null ? 'claim' : 'transferWithin'
      const args = [addressOf(this.app, token), ...receiver, part, proof]
      await this.app.send(from, { ...base, abi: withdrawalVaultAbi as Abi, functionName, args })
      return this.tally.count(`${functionName}${proof === NO_PROOF ? '' : ' by proof'}`)
    }
  }

  async #collect(): Promise<void> {
    await this.app.release()
    await this.tally.unlessRefused('collect', () => this.app.call(CALLS.collectMining, this.users[0], {}))
  }

  /** A new process on the older backup; not where vouchers were signed since, which an operator waits out. */
  async #restore(): Promise<void> {
    if (this.#backup?.vouchers !== this.#vouchers.length) return
    await restore(this.app.database)
    await this.#startAgain()
    this.tally.count('restore')
  }

  async #startAgain(): Promise<void> {
    const { id } = this.#chain.start
    // The chain stays as it is.
    this.#chain.start.id = await this.#chain.anvil.client.snapshot()
    this.app = await startTestApp(this.#chain, this.app.database, this.#options)
    this.#chain.start.id = id
    for (const work of this.#entered) await work()
  }

  /** Time passes, and the worker posts when it may. */
  async #post(seconds: number): Promise<void> {
    await this.app.travel(seconds)
    await this.app.release()
    this.tally.count((await this.epochs.post(this.app)) ? 'root' : 'no root')
  }

  /** Until everything that happened is booked. */
  async settle(): Promise<void> {
    await this.app.finalize()
    await this.#repost()
    await bookClaims(this.app)
    await this.#post(2 * DAY)
  }
}
