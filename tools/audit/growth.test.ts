/** Mined amounts by chain and facts, against the server's own engine, and each way to say more. */
import type { Facts, PowerFact } from '@dr/protocol/roots/facts-file'
import { emittedAt } from '@dr/protocol/rules/emission'
import { lifeEndOf } from '@dr/protocol/rules/paid-until'
import fc from 'fast-check'
import { parseEther } from 'viem'
import { expect, it } from 'vitest'
import {
  extendPaidUntil,
  powerChangesOf,
} from '../../apps/server/src/modules/mining/electricity/activation.rules.ts'
import {
  ACC_SCALE,
  foldPool,
  newPool,
  newPosition,
  settlePosition,
} from '../../apps/server/src/modules/mining/pool/accumulator.rules.ts'
import { checkMined, type GrowthInput } from './growth.ts'
import type { Payment, Purchase } from './machine-power.ts'
import { readSourceEvents } from './source-events.ts'

const START = 1_790_000_000n
const DAY = 86_400n
const ACCOUNTS = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}` as const)

interface Bought {
  readonly owner: number
  readonly count: number
  readonly power: number
  readonly lifeDays: number
  readonly payments: readonly { readonly after: number; readonly periods: number; readonly late: number }[]
}
const bought: fc.Arbitrary<Bought> = fc.record({
  owner: fc.nat(2),
  count: fc.integer({ min: 1, max: 3 }),
  power: fc.constantFrom(1, 97, 150_000, 400_000),
  lifeDays: fc.integer({ min: 30, max: 90 }),
  payments: fc.array(
    fc.record({
      after: fc.integer({ min: 1, max: 5_000_000 }),
      periods: fc.integer({ min: 1, max: 2 }),
      late: fc.constantFrom(0, 0, 7_200),
    }),
    { maxLength: 3 },
  ),
})

/** The server's engine: power changes by its rules, folded and settled; a late payment counts later. */
const runServer = (all: readonly Bought[], until: bigint) => {
  const purchases = new Map<bigint, Purchase>()
  const machines = new Map<bigint, { power: bigint; lifeEnd: bigint }>()
  const payments: Payment[] = []
  const changes = new Map<string, Map<bigint, bigint>>(ACCOUNTS.map((account) => [account, new Map()]))
  for (const [index, { owner, count, power, lifeDays, payments: paid }] of all.entries()) {
    const [number, account] = [BigInt(index + 1), ACCOUNTS[owner] as string]
    const terms = { power: BigInt(power), lifeEnd: BigInt(lifeEndOf(Number(START), lifeDays)) }
    purchases.set(number, { account, machineCount: BigInt(count), value: parseEther(String(power * count)) })
    machines.set(number, terms)
    let chainPaidUntil: bigint | null = null
    let at = START
    for (const { after, periods, late } of paid) {
      at += BigInt(after)
      const machineIds = Array.from({ length: count }, (_, offset) => (number << 7n) | BigInt(offset))
      payments.push({ machineIds, periods: BigInt(periods), at })
      const next = extendPaidUntil({ chainPaidUntil, at, periods })
      for (const change of powerChangesOf({ ...terms, chainPaidUntil }, { at, chainPaidUntil: next })) {
        const counted = change.at < at + BigInt(late) ? at + BigInt(late) : change.at
        const own = changes.get(account) as Map<bigint, bigint>
        own.set(counted, (own.get(counted) ?? 0n) + change.delta * BigInt(count))
      }
      chainPaidUntil = next
    }
  }
  const power = [...changes].flatMap(([account, own]) =>
    [...own]
      .sort(([a], [b]) => Number(a - b))
      .map(([at, delta]): PowerFact => ({ account: account as PowerFact['account'], at, delta })),
  )
  const sums = Map.groupBy(
    power.filter(({ at }) => at < until),
    ({ at }) => at,
  )
  const { pool, points } = foldPool(newPool(START), {
    until,
    changes: [...sums].map(([at, some]) => ({ at, delta: some.reduce((sum, { delta }) => sum + delta, 0n) })),
    emittedAt: (timestamp) => emittedAt(START, timestamp),
  })
  const accAt = new Map(points.map(({ at, acc }) => [at, acc]))
  const lines = new Map(
    ACCOUNTS.map((account) => {
      const own = power.filter((one) => one.account === account && one.at < until)
      const folded = own.map(({ at, delta }) => ({ at, delta, acc: accAt.get(at) as bigint }))
      const { accrued } = settlePosition(newPosition, { time: until, acc: pool.acc, changes: folded })
      return [account as string, [accrued / ACC_SCALE, 0n, 0n, 0n, 0n] as readonly bigint[]]
    }),
  )
  return { purchases, payments, machines, power, lines }
}

const HEAD = { epoch: 2 } as Facts['head']
const inputOf = (all: readonly Bought[], until: bigint): GrowthInput => {
  const { purchases, payments, machines, power, lines } = runServer(all, until)
  const released = emittedAt(START, until)
  return {
    now: { head: HEAD, lines, books: [] },
    before: null,
    snapshot: {
      books: new Map(),
      mining: { purchases, payments, until, released, releases: 1 },
      sources: readSourceEvents([], { vaults: [], tokens: { DR: '0x1', USDT: '0x2' } }),
    },
    startTime: START,
    facts: { head: HEAD, machines, power },
  }
}
const UNTIL = START + 100n * DAY

it('is what the server’s engine gives to the base unit, also where payments were counted late', () => {
  fc.assert(
    fc.property(fc.array(bought, { maxLength: 5 }), fc.bigInt(1n, 100n), (all, days) => {
      expect(checkMined(inputOf(all, START + days * DAY)).faults).toEqual([])
    }),
  )
})

const TWO: readonly Bought[] = [
  { owner: 0, count: 2, power: 300_000, lifeDays: 90, payments: [{ after: 3_600, periods: 2, late: 0 }] },
  { owner: 1, count: 1, power: 50_000, lifeDays: 90, payments: [{ after: 7_200, periods: 1, late: 600 }] },
]
const honest = inputOf(TWO, UNTIL)
const facts = honest.facts as Facts
const withLine = (account: string, mined: bigint): GrowthInput => ({
  ...honest,
  now: { ...honest.now, lines: new Map([...honest.now.lines, [account, [mined, 0n, 0n, 0n, 0n]]]) },
})
const minedOf = (account: string): bigint => honest.now.lines.get(account)?.[0] ?? 0n
const [ada, ben, cleo] = ACCOUNTS as [string, string, string]

it('names whose power was counted later than it was paid for', () => {
  expect(checkMined(honest)).toMatchObject({ faults: [], text: expect.stringContaining(`power of ${ben}`) })
})

it.each([
  [
    'a base unit more than its power mined',
    withLine(ada, minedOf(ada) + 1n),
    /^0xa+, mining: \d+, and its power mined/,
  ],
  ['a base unit less', withLine(ben, minedOf(ben) - 1n), /^0xb+, mining: \d+, and its power mined/],
  ['a line without machines', withLine(cleo, 1n), /^0xc+, mining: 1, and its power mined 0/],
  [
    'power that its machines do not give',
    {
      ...honest,
      facts: {
        ...facts,
        power: [...facts.power, { account: cleo, at: START + DAY, delta: 1n } as PowerFact],
      },
    },
    /^0xc+, mining: it is counted with more power than its machines give/,
  ],
  [
    'more power than the price allows',
    {
      ...honest,
      facts: { ...facts, machines: new Map([...facts.machines, [2n, { power: 50_001n, lifeEnd: UNTIL }]]) },
    },
    /^facts: purchase 2: 50001 T a machine, and at most 50000 T for its price/,
  ],
  [
    'no facts of a purchase whose power is counted',
    { ...honest, facts: { ...facts, machines: new Map() } },
    /^0xa+, mining: it is counted with more power than its machines give/,
  ],
  [
    'facts of another file',
    { ...honest, facts: { ...facts, head: { epoch: 3 } as Facts['head'] } },
    /^facts: its head/,
  ],
  ['no facts', { ...honest, facts: null }, /^not checked: there is no file of facts/],
  ['an emission that is not found', { ...honest, startTime: null }, /^not checked: DR’s mint/],
] as const)('refuses %s', (_, input: GrowthInput, fault) => {
  expect(checkMined(input).faults.join('\n')).toMatch(fault)
})

it('takes a line that keeps what an earlier confirmed file said', () => {
  const more = minedOf(ada) + 5n
  const before = { ...honest.now, lines: new Map([[ada, [more, 0n, 0n, 0n, 0n]]]) }
  expect(checkMined({ ...withLine(ada, more), before }).faults).toEqual([])
  expect(checkMined({ ...withLine(ada, more + 1n), before }).faults).toHaveLength(1)
})

it('takes a purchase that the ledger refused, a forged voucher’s, as one without power', () => {
  const { mining } = honest.snapshot
  const forged: Purchase = { account: cleo, machineCount: 1n, value: parseEther('1') }
  const purchases = new Map([...mining.purchases, [99n, forged] as const])
  const input = { ...honest, snapshot: { ...honest.snapshot, mining: { ...mining, purchases } } }
  expect(checkMined(input).faults).toEqual([])
})
