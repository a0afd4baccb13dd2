/**
 * The exit as a whole: in any history of accounts on chain and in the server no root grants more than was earned
 * and put in, nothing is paid twice, and in the end the books are the chain's.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { BOOKS, type RootsLine } from '@dr/protocol/roots/roots-file'
import { describeOnDatabase } from '@dr/test-kit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../test/app/test-app.ts'
import { claimsOf, expectBooked } from '../../../test/modules/claims.ts'
import { claimsHistory } from '../../../test/modules/claims-commands.ts'
import { openSuspense } from '../../../test/modules/claims-epochs.ts'
import { ClaimsHistory } from '../../../test/modules/claims-history.ts'
import { booksAreRight } from '../../../test/modules/packages.ts'
import { addressOf } from '../../../test/modules/withdrawals.ts'
import { maxBigInt } from '../../platform/integers.ts'

const FULL = process.env.FULL === '1'
const RUNS = FULL ? 60 : 1
const STEPS = FULL ? 60 : 30
const TIMEOUT_MS = FULL ? 3_600_000 : 240_000
const PEOPLE = [0, 1, 2, 3]

let chain: Chain
const files = new Map<string, string>()
/** The witness's copies. */
const witness = createServer((request, response) => {
  const text = files.get(String(request.url))
  response.writeHead(text === undefined ? 404 : 200).end(text)
})
let origin: string
beforeAll(async () => {
  chain = await startChain()
  await new Promise<void>((resolve) => witness.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(witness.address() as AddressInfo).port}`
})
afterAll(async () => {
  witness.close()
  await chain?.anvil.stop()
})

/** Reasons by which an account earns; what it deposited, received or got back is none. */
const EARNING = ['test.gift', 'mining.collect', 'package.income', 'node.week', 'dividends.credit']

/** By source, of account and book: what was ever credited as earned, and what has accrued. */
const earnedBySource = async ({ app, ...history }: ClaimsHistory, person: number): Promise<bigint[]> => {
  const user = history.users[person]
  if (!user) return BOOKS.map(() => 0n)
  const { rows } = await app.database.read.query<{ vault: bigint | number; token: string; amount: bigint }>({
    text: `SELECT a.vault, a.token, sum(p.amount) AS amount FROM ledger_account a
      JOIN posting p ON p.to_account = a.id JOIN journal j ON j.id = p.journal_id
      WHERE a.user_id = $1 AND j.reason = ANY($2::text[]) GROUP BY a.vault, a.token`,
    values: [user.userId, EARNING],
  })
  const accrued = await app.mining.accruedOfMany(app.database.read, [user.userId])
  return BOOKS.map(({ vault, token }) => {
    const credited = rows.find((row) => Number(row.vault) === vault && row.token === token)?.amount ?? 0n
    return vault === 0 ? credited + (accrued.get(user.userId) ?? 0n) : credited
  })
}

const lineOf = (lines: readonly RootsLine[], account: string): readonly bigint[] =>
  lines.find((line) => line.account === account)?.earned ?? BOOKS.map(() => 0n)

/** max(K + D, F) ≤ K* + D of every root, and P ≤ K* + D: by the chain's own numbers. */
const expectNeverTooMuch = async (history: ClaimsHistory): Promise<void> => {
  const { app } = history
  for (const person of PEOPLE) {
    const account = history.account(person)
    const truth = await earnedBySource(history, person)
    for (const [at, { vault, token }] of BOOKS.entries()) {
      const ask = (functionName: 'paid' | 'credited' | 'free') =>
        chain.client.readContract({
          address: app.contracts.withdrawalVaults[vault],
          abi: withdrawalVaultAbi,
          functionName,
          args: [account, addressOf(app, token)],
        })
      const [paid, credited, free] = [await ask('paid'), await ask('credited'), await ask('free')]
      const inAll = (truth[at] as bigint) + credited
      const named = `person ${person}, vault ${vault} ${token}`
      expect(paid, named).toBeLessThanOrEqual(inAll)
      for (const { lines } of history.epochs.posted) {
        const earned = lineOf(lines, account)[at] as bigint
        expect(maxBigInt(earned + credited, free), named).toBeLessThanOrEqual(inAll)
      }
      // The newest root was made of books that had everything.
      expect(lineOf(history.epochs.posted.at(-1)?.lines ?? [], account)[at], named).toBe(truth[at])
    }
  }
}

const expectNoLineFell = ({ epochs: { posted } }: ClaimsHistory): void => {
  for (const [at, { lines }] of posted.entries()) {
    for (const { account, earned } of posted[at - 1]?.lines ?? [])
      for (const [book, before] of earned.entries())
        expect(lineOf(lines, account)[book]).toBeGreaterThanOrEqual(before)
  }
}

const expectSound = async (history: ClaimsHistory): Promise<void> => {
  const { app } = history
  expect(await openSuspense(app)).toBe(0)
  for (const place of BOOKS)
    await expectBooked(
      app,
      place,
      PEOPLE.map((person) => history.account(person)),
    )
  for (const { uncovered } of await claimsOf(app)) expect(uncovered).toBe(0n)
  await booksAreRight(app)
  expectNoLineFell(history)
  await expectNeverTooMuch(history)
  const { rows } = await app.database.read.query({
    text: 'SELECT epoch, kept, lifted FROM roots_file WHERE kept > 0 OR lifted > 0',
  })
  expect(rows).toEqual([])
}

describeOnDatabase('claims, roots and the ledger', ({ openDatabase }) => {
  test(
    'after any history no root grants too much, nothing is paid twice, and the books are the chain’s',
    async () => {
      await fc.assert(
        fc.asyncProperty(claimsHistory(STEPS), async (commands) => {
          const database = await openDatabase()
          const history = await ClaimsHistory.start(chain, database, { witness: origin, files })
          for (const command of commands) await history.apply(command)
          await history.settle()
          await expectSound(history)
          if (process.env.SHOW) process.stderr.write(`${JSON.stringify(history.tally.counts)}\n`)
        }),
        { numRuns: RUNS, endOnFailure: !FULL },
      )
    },
    TIMEOUT_MS,
  )
})
