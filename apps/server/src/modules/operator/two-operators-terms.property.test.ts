import { describeOnPostgres, setChainClock, testWallet } from '@dr/test-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'
import { allProducts } from '../mining/index.ts'
import { allPackages } from '../packages/index.ts'
import type { Actor } from './deps.ts'
import { decide } from './proposals.ts'
import { savePackage, saveProduct } from './save-terms.ts'

const ONE = 10n ** 18n
const START = 1_767_225_600n
const HOUR = 3_600
const people = ['anna', 'ben', 'carl'].map((name) => lowerHex(testWallet(name).address))
const operators = new Set<string>(people)

const actor = (who: number): Actor => ({
  operator: people[who] as LowerHex,
  requestId: '01890000-0000-7000-8000-000000000000',
  at: new Date('2026-01-01T00:00:00Z'),
})

type Save =
  | { readonly do: 'package'; readonly who: number; readonly daily: number; readonly days: number }
  | { readonly do: 'product'; readonly who: number; readonly power: number; readonly price: number }
type Step =
  | Save
  | { readonly do: 'approve'; readonly who: number; readonly which: number }
  | { readonly do: 'wait'; readonly hours: number }

const who = fc.nat(2)
const few = fc.nat(4)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('package' as const), who, daily: few, days: few }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('product' as const), who, power: few, price: few }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('approve' as const), who, which: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 71, 72) }),
  },
)

/** The best terms that two operators agreed on, recorded beside the database. */
class Witness {
  readonly said: { readonly id: string; readonly by: number; readonly one: Save }[] = []
  days = 0
  daily = 0n
  power = 0
  price: bigint | null = null

  agree(one: Save): void {
    if (one.do === 'package') {
      this.days = Math.max(this.days, 1 + one.days)
      if (BigInt(1 + one.daily) > this.daily) this.daily = BigInt(1 + one.daily)
      return
    }
    const price = BigInt(5 + one.price) * ONE
    this.power = Math.max(this.power, 1 + one.power)
    this.price = this.price === null || price < this.price ? price : this.price
  }
}

const refused = async <T>(attempt: Promise<T>): Promise<T | null> => {
  try {
    return await attempt
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

interface Named {
  readonly packageId: number
  readonly productId: string
}

const save = (database: Database, { packageId, productId }: Named, one: Save, isNew: boolean) =>
  database.transaction(async (tx) => {
    if (one.do === 'package') {
      return savePackage(tx, actor(one.who), {
        packageId,
        token: 'USDT',
        minimum: ONE,
        reinvestMinimum: ONE,
        termDays: 1 + one.days,
        rateUsdt: BigInt(1 + one.daily),
        rateDr: null,
        opensAtSecond: 0,
        closesAtSecond: 86_400,
        offered: true,
      })
    }
    return saveProduct(tx, actor(one.who), {
      productId,
      name: 'M',
      tier: 1,
      power: 1 + one.power,
      price: BigInt(5 + one.price) * ONE,
      drgvShareBps: 0,
      perUserLimit: 1,
      lifeDays: 30,
      ...(isNew ? { stock: 1 } : {}),
    })
  })

const take = async (database: Database, witness: Witness, named: Named, one: Step): Promise<void> => {
  if (one.do === 'wait') {
    const { timestamp } = await chainNow(database.read)
    await setChainClock(database.single, { timestamp: timestamp + BigInt(one.hours * HOUR) })
    return
  }
  if (one.do === 'approve') {
    const about = witness.said.at(-1 - one.which)
    if (!about) return
    const input = { proposalId: BigInt(about.id), decision: 'approve', operators } as const
    const done = await refused(database.transaction((tx) => decide(tx, actor(one.who), input)))
    if (!done) return
    expect(about.by).not.toBe(one.who)
    witness.agree(about.one)
    return
  }
  const saved = await refused(save(database, named, one, witness.price === null))
  if (saved?.proposed) witness.said.push({ id: saved.proposed.proposalId, by: one.who, one })
}

const check = async (database: Database, witness: Witness, { packageId, productId }: Named) => {
  const { timestamp } = await chainNow(database.read)
  const offer = (await allPackages(database.read, timestamp)).find((one) => one.packageId === packageId)
  expect(offer !== undefined).toBe(witness.days > 0)
  for (const terms of offer ? [offer, offer.next ?? offer] : []) {
    expect(terms.termDays).toBeLessThanOrEqual(witness.days)
    expect(BigInt(terms.dailyRates.USDT ?? '0')).toBeLessThanOrEqual(witness.daily)
  }
  const product = (await allProducts(database.read)).find((one) => one.productId === productId)
  expect(product !== undefined).toBe(witness.price !== null)
  if (!product || witness.price === null) return
  expect(product.power).toBeLessThanOrEqual(witness.power)
  expect(BigInt(product.price)).toBeGreaterThanOrEqual(witness.price)
}

describeOnPostgres('terms of packages and products', ({ openDatabase }) => {
  test('are there by two operators only, and never better than what two agreed on', async () => {
    const database = await openDatabase()
    await setChainClock(database.single, { timestamp: START })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
        run += 1
        const named = { packageId: 1_000 + run, productId: `p${run}` }
        const witness = new Witness()
        for (const one of steps) {
          await take(database, witness, named, one)
          await check(database, witness, named)
        }
      }),
      { numRuns: 10 },
    )
  })

  test('are bounded by the database too: no term pays more than the principal', async () => {
    const database = await openDatabase()
    const terms = (rate: bigint) =>
      database.single.query({
        text: `INSERT INTO package (id, token, minimum, reinvest_minimum, term_days, rate_dr, opens_at_second,
          closes_at_second, offered) VALUES ($1, 'DR', 1, 1, 20, $2, 0, 86400, true)`,
        values: [Number(rate % 1_000n) + 1, rate],
      })
    await terms(ONE / 20n)
    await expect(terms(ONE / 20n + 1n)).rejects.toThrow(/package_income/)
  })
})
