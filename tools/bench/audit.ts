/**
 * `audit`: seconds for the audit's checks of a file of a million lines over five books against an earlier one
 * and against two million events: both files parsed with their trees, R1, R2, R3, and the counters' totals.
 * What the node itself takes is no part: events and roots come from memory, and the contracts' own numbers of
 * single accounts are not asked for. Reference: parsing the same two files.
 */
import { BOOKS, createRootsParser, createRootsWriter, type RootsHead } from '@dr/protocol/roots/roots-file'
import { checkCovered, checkNothingFell, checkRoots, countsFinding, type Finding } from '../audit/checks.ts'
import { parseRoots } from '../audit/roots-source.ts'
import { bookKey, createCounter, type VaultEvent } from '../audit/vault-counts.ts'
import type { Bench } from './bench.ts'
import { figure } from './figure.ts'

const LINES = 1_000_000
/** Every account that deposited, and was paid, in one book. */
const EVENTS_EACH = 2
const SECOND = 1_000

type Hex = `0x${string}`
const hexAt = (value: number, bytes: number): Hex => `0x${value.toString(16).padStart(2 * bytes, '0')}`
const accountAt = (at: number): Hex =>
  `0x${((at + 1) * 4_000).toString(16).padStart(10, '0')}${'ab'.repeat(15)}`
const VAULTS = [hexAt(0xa0, 20), hexAt(0xa1, 20), hexAt(0xa2, 20)] as const
const TOKENS = { DR: hexAt(0xd7, 20), USDT: hexAt(0x75, 20) }
const headOf = (epoch: number): RootsHead => ({
  chainId: 56,
  registry: hexAt(0xe9, 20),
  vaults: VAULTS,
  tokens: TOKENS,
  epoch,
  snapshotBlock: 1_000 + epoch,
  snapshotHash: hexAt(epoch, 32),
  snapshotTime: 1_800_000_000,
  foreignEpochs: [],
})

/** What an account earned: 22 digits without trailing zeros, more by the day. */
const earnedAt = (at: number, epoch: number, book: number): bigint =>
  10n ** 21n + BigInt(at + 1) * 1_234_567_891_011n * BigInt(book + 1) + BigInt(epoch)

const writeFile = (epoch: number): Uint8Array => {
  const writer = createRootsWriter()
  const parts = [Buffer.from(writer.head(headOf(epoch)))]
  let text = ''
  for (let at = 0; at < LINES; at += 1) {
    text += writer.line({
      account: accountAt(at),
      earned: BOOKS.map((_, book) => earnedAt(at, epoch, book)),
    })
    if (at % 10_000 !== 9_999) continue
    parts.push(Buffer.from(text))
    text = ''
  }
  return Buffer.concat(parts)
}

/** Counts a deposit and a payment of each account. */
const countEvents = () => {
  const counter = createCounter(TOKENS)
  for (let at = 0; at < LINES; at += 1) {
    const args = { account: accountAt(at), token: TOKENS.USDT, amount: BigInt(at + 1) }
    counter.add({ address: VAULTS[2], eventName: 'DepositRecorded', args } as unknown as VaultEvent)
    counter.add({ address: VAULTS[2], eventName: 'WithdrawnUSDT', args } as unknown as VaultEvent)
  }
  return counter.read()
}

/** All checks of two files, as `audit` makes them. */
const check = (file: Uint8Array, earlier: Uint8Array): readonly Finding[] => {
  const before = parseRoots(earlier)
  const now = parseRoots(file)
  const counts = countEvents()
  const posted = now.books.map(({ hash, total }) => ({ hash, total, posted: true }))
  const book = counts.get(bookKey(VAULTS[2], TOKENS.USDT))
  const sum = (BigInt(LINES) * BigInt(LINES + 1)) / 2n
  if (book?.accounts.size !== LINES) throw new Error(`${book?.accounts.size} accounts were counted`)
  const faults = (['totalDeposited', 'totalPaid'] as const).flatMap((what) =>
    book.totals[what] === sum ? [] : [`${what}: ${book.totals[what]}, and ${sum} was written`],
  )
  return [
    checkNothingFell(now, before),
    checkCovered(now, counts),
    checkRoots(now, posted),
    countsFinding('D and P', { compared: 2, faults }),
  ]
}

const parseOnly = (bytes: Uint8Array): void => {
  const parser = createRootsParser({ head: () => undefined, line: () => undefined })
  parser.push(bytes)
  parser.end()
}

const seconds = (work: () => unknown): number => {
  const started = performance.now()
  work()
  return (performance.now() - started) / SECOND
}

export const audit: Bench = {
  figures: { audit: { of: 'value', is: 'at most', limit: 60 } },
  async run({ log }) {
    const [earlier, file] = [writeFile(1), writeFile(2)]
    log(`audit: two files of ${LINES} lines, ${Math.round(file.length / 1e6)} MB each`)
    const reference = seconds(() => [earlier, file].forEach(parseOnly))
    let findings: readonly Finding[] = []
    const value = seconds(() => {
      findings = check(file, earlier)
    })
    const faults = findings.flatMap((finding) => finding.faults)
    if (faults.length > 0) throw new Error(`${faults.length} faults in files that have none: ${faults[0]}`)
    log(`audit: ${findings.map(({ text }) => text).join('; ')}; ${EVENTS_EACH * LINES} events`)
    return [figure({ bench: 'audit', value, unit: 's', reference })]
  },
}
