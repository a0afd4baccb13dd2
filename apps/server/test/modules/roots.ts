/** Random histories of accounts in the ledger, with what each ever earned by plain addition. */
import { BOOKS, createRootsWriter, type RootsHead, type RootsLine } from '@dr/protocol/roots/roots-file'
import { setChainClock } from '@dr/test-kit'
import fc from 'fast-check'
import {
  type AccountOf,
  addDeposit,
  addToAccountBook,
  lockUnattributed,
  posting,
  postJournal,
} from '../../src/modules/ledger/index.ts'
import { accruedOfMany } from '../../src/modules/mining/collect/accrued-of-many.ts'
import { ACC_SCALE } from '../../src/modules/mining/pool/accumulator.rules.ts'
import { type BuildRoots, buildRoots } from '../../src/modules/roots/build-roots.ts'
import { insertFile, insertPiece, readStoredLines } from '../../src/modules/roots/roots-store.ts'
import { insertUser } from '../../src/modules/users/insert-user.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import type { LowerHex } from '../../src/platform/hex.ts'
import type { UserId } from '../../src/platform/ids.ts'

const ACCOUNTS = 6
export const hexOf = (value: number, bytes: number): LowerHex =>
  `0x${value.toString(16).padStart(bytes * 2, '0')}` as LowerHex
/** In another order than the accounts' numbers. */
export const addressOf = (person: number): LowerHex =>
  `0x${((person * 7 + 3) % 16).toString(16)}${person.toString(16).padStart(39, '0')}` as LowerHex

const KINDS = ['earn', 'hold', 'lock', 'deposit', 'withdraw', 'register', 'mine'] as const
export interface HistoryCommand {
  readonly kind: (typeof KINDS)[number]
  readonly person: number
  readonly book: number
  readonly amount: bigint
}
export const history = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    person: fc.nat(ACCOUNTS - 1),
    book: fc.nat(BOOKS.length - 1),
    amount: fc.bigInt(1n, 1_000_000n),
  }),
  { maxLength: 40 },
)

export class RootsHistory {
  readonly #database: Database
  /** What each account ever earned, by account and book. */
  readonly truth = Array.from({ length: ACCOUNTS }, () => BOOKS.map(() => 0n))
  readonly available = Array.from({ length: ACCOUNTS }, () => BOOKS.map(() => 0n))
  readonly ids: (UserId | undefined)[] = []
  #journals = 0
  #block = 100n

  constructor(database: Database) {
    this.#database = database
  }

  async #move(tx: Tx, book: number, from: AccountOf, to: AccountOf, amount: bigint): Promise<void> {
    const of = BOOKS[book] as (typeof BOOKS)[number]
    this.#journals += 1
    await postJournal(tx, {
      key: `test:${this.#journals}`,
      reason: 'test.move',
      at: new Date(1_800_000_000_000),
      source: { kind: 'test' },
      postings: [posting({ ...of, from, to, amount })],
    })
  }

  /** Registers a person, whose unattributed deposits become available. */
  async #register(tx: Tx, person: number): Promise<void> {
    const userId = await insertUser(tx, { address: addressOf(person), activatedAt: null, at: new Date(0) })
    if (userId === undefined) throw new Error(`person ${person} is registered already`)
    this.ids[person] = userId
    for (const { unattributed, ...name } of await lockUnattributed(tx, addressOf(person))) {
      const book = BOOKS.findIndex(({ vault, token }) => vault === Number(name.vault) && token === name.token)
      await this.#move(tx, book, { kind: 'unattributed' }, { kind: 'user-available', userId }, unattributed)
      await addToAccountBook(tx, name, { unattributed: -unattributed })
      this.#change(person, book, unattributed)
    }
  }

  #change(person: number, book: number, amount: bigint): void {
    const of = this.available[person] as bigint[]
    of[book] = (of[book] as bigint) + amount
  }

  #earn(person: number, book: number, amount: bigint): void {
    const of = this.truth[person] as bigint[]
    of[book] = (of[book] as bigint) + amount
  }

  async apply({ kind, person, book, amount }: HistoryCommand): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const userId = this.ids[person]
      const of = BOOKS[book] as (typeof BOOKS)[number]
      const name = { account: addressOf(person), ...of }
      if (kind === 'register') {
        if (userId === undefined) await this.#register(tx, person)
        return
      }
      if (kind === 'deposit') {
        const to: AccountOf =
          userId === undefined ? { kind: 'unattributed' } : { kind: 'user-available', userId }
        await this.#move(tx, book, { kind: 'chain' }, to, amount)
        await addDeposit(tx, name, { amount, isStranger: userId === undefined })
        if (userId !== undefined) this.#change(person, book, amount)
        return
      }
      if (userId === undefined) return
      await this.#ofUser(tx, { kind, person, book, amount }, userId)
    })
  }

  async #ofUser(tx: Tx, { kind, person, book, amount }: HistoryCommand, userId: UserId): Promise<void> {
    const of = BOOKS[book] as (typeof BOOKS)[number]
    const own: AccountOf = { kind: 'user-available', userId }
    if (kind === 'mine') {
      await tx.query({
        text: `INSERT INTO mining_position (user_id, settled_to, power, acc, accrued, collect_count, collected_total)
          VALUES ($1, 0, 0, 0, $2, 0, 0) ON CONFLICT (user_id) DO UPDATE SET accrued = mining_position.accrued + $2`,
        values: [userId, amount * ACC_SCALE],
      })
      this.#earn(person, 0, amount)
      return
    }
    if (kind === 'earn') {
      await this.#move(tx, book, { kind: 'chain' }, own, amount)
      this.#earn(person, book, amount)
      this.#change(person, book, amount)
      return
    }
    const has = this.available[person]?.[book] as bigint
    const part = amount < has ? amount : has
    if (part === 0n) return
    this.#change(person, book, -part)
    if (kind === 'hold') return this.#move(tx, book, own, { kind: 'user-held', userId }, part)
    if (kind === 'lock') return this.#move(tx, book, own, { kind: 'user-locked', userId }, part)
    await this.#move(tx, book, own, { kind: 'chain' }, part)
    await addToAccountBook(tx, { account: addressOf(person), ...of }, { paid: part })
  }

  /** Moves available money from one user to another, as the old transfers did: the sender's number falls. */
  async give(from: number, to: number, book: number, amount: bigint): Promise<void> {
    const [sender, receiver] = [this.ids[from] as UserId, this.ids[to] as UserId]
    await this.#database.transaction((tx) =>
      this.#move(
        tx,
        book,
        { kind: 'user-available', userId: sender },
        { kind: 'user-available', userId: receiver },
        amount,
      ),
    )
  }

  async nextBlock(): Promise<void> {
    this.#block += 1n
    await setChainClock(this.#database.single, {
      timestamp: 1_800_000_000n + this.#block,
      number: this.#block,
    })
  }

  /** Lines that the truth gives, in order of address. */
  lines(): RootsLine[] {
    return this.truth
      .map((earned, person) => ({ account: addressOf(person), earned }))
      .filter(({ earned }) => earned.some((amount) => amount > 0n))
      .sort((a, b) => (a.account < b.account ? -1 : 1))
  }
}

export const ORIGIN = {
  registry: hexOf(0xe9, 20),
  vaults: [hexOf(0xa0, 20), hexOf(0xa1, 20), hexOf(0xa2, 20)],
  tokens: { DR: hexOf(0xd7, 20), USDT: hexOf(0x75, 20) },
} as const

export const buildDeps = (database: Database, more: Partial<BuildRoots> = {}): BuildRoots => ({
  database,
  chainId: 31337,
  origin: ORIGIN,
  accrued: (reader, userIds) => accruedOfMany(reader, { userIds, startTime: 0n }),
  readFloors: async () => new Map(),
  ...more,
})

/** Builds an epoch's file, and reads its lines again. */
export const buildEpoch = async (deps: BuildRoots, epoch: bigint, previous: bigint | null = null) => {
  const built = await buildRoots(deps, { epoch, foreignEpochs: [], previous })
  const lines: RootsLine[] = []
  for await (const part of readStoredLines(deps.database.read, built.file.id)) lines.push(...part.lines)
  return { ...built, lines }
}

/** Stores a file's text, in two pieces. */
export const storeText = (
  database: Database,
  { head, lines }: { readonly head: RootsHead; readonly lines: readonly RootsLine[] },
): Promise<bigint> =>
  database.transaction(async (tx) => {
    const id = await insertFile(tx, head)
    const writer = createRootsWriter()
    const texts = [writer.head(head), ...lines.map(writer.line)]
    const half = Math.ceil(texts.length / 2)
    await insertPiece(tx, id, 0, texts.slice(0, half).join(''))
    await insertPiece(tx, id, 1, texts.slice(half).join(''))
    return id
  })
