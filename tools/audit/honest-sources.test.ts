/** Random honest histories of the node vault, at the maximum that packages may pay: none breaks its bound. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { GrowthInput } from './growth.ts'
import { checkNodeBooks } from './other-sources.ts'
import { readSourceEvents } from './source-events.ts'
import { createCounter, type VaultEvent } from './vault-counts.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const [DR, USDT, PAYER] = [address('1'), address('2'), address('9')]
const TOKENS = { DR, USDT }
const VAULTS = ['5', '6', '7'].map(address)
const ACCOUNTS = ['a', 'b', 'c'].map(address)
const [START, HOUR, DAY, WAD, Q112] = [1_800_000_000n, 3_600n, 86_400n, 10n ** 18n, 2n ** 112n]

type Token = 'DR' | 'USDT'
type Event = Parameters<typeof readSourceEvents>[0][number]
interface Position {
  readonly token: Token
  readonly amount: bigint
  readonly incomeToken: Token
  readonly income: bigint
  readonly end: bigint
}
interface Account {
  readonly available: Record<Token, bigint>
  readonly earned: Record<Token, bigint>
  positions: Position[]
}

const token = fc.constantFrom<Token>('DR', 'USDT')
const step = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant('reinvest' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('deposit', 'claim', 'withdraw', 'send', 'fund', 'share'),
    },
  ),
  who: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2),
  token,
  incomeToken: token,
  /** Thousandths of what there is. */
  part: fc.oneof(fc.constant(1_000n), fc.bigInt(1n, 1_000n)),
  days: fc.constantFrom(1n, 30n, 90n, 90n),
  hours: fc.oneof(fc.constant(90n * 24n), fc.bigInt(0n, 2_000n)),
  price: fc.bigInt(1n, 9n),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Charges what is available, then principals, the latest maturity first. */
const charge = (account: Account, symbol: Token, amount: bigint): void => {
  account.positions.sort((a, b) => Number(b.end - a.end))
  account.positions = account.positions.filter((one) => {
    if (account.available[symbol] >= amount || one.token !== symbol) return true
    account.available[symbol] += one.amount
    return false
  })
  account.available[symbol] -= amount
}

/** Credits what has matured. */
const mature = (account: Account, now: bigint): void => {
  const { available, earned } = account
  account.positions = account.positions.filter((one) => {
    if (one.end > now) return true
    available[one.token] += one.amount
    available[one.incomeToken] += one.income
    earned[one.incomeToken] += one.income
    return false
  })
}

const wholeOf = ({ available, positions }: Account, symbol: Token): bigint =>
  positions.reduce((sum, { token, amount }) => sum + (token === symbol ? amount : 0n), available[symbol])

/** The chain in small: its time, DR's price and the events. */
const startChain = () => {
  const events: Event[] = []
  let [now, cumulative, price] = [START, 0n, 1n]
  const emit = (emitter: string, eventName: string, args: object): void =>
    void events.push({ address: emitter, eventName, args, at: now, transactionHash: `${now}` } as never)
  const pass = (seconds: bigint): void => {
    now += seconds
    cumulative += price * seconds * Q112
    emit(address('8'), 'Observed', { token: DR, timestamp: now, cumulative })
  }
  return {
    events,
    emit,
    now: () => now,
    price: () => price,
    pass: (seconds: bigint, next: bigint): void => {
      pass(seconds)
      price = next
      pass(HOUR)
    },
  }
}

/** The server's ledger in small; all that is available may be reinvested, which is more than it allows. */
const startLedger = ({ emit, now, price }: ReturnType<typeof startChain>) => {
  const accounts = ACCOUNTS.map(
    (): Account => ({ available: { DR: 0n, USDT: 0n }, earned: { DR: 0n, USDT: 0n }, positions: [] }),
  )
  const pool = { DR: 0n, USDT: 0n }
  const inVault = (eventName: string, args: object): void => emit(VAULTS[2] as string, eventName, args)
  const open = ({ positions }: Account, amount: bigint, { token, incomeToken, days }: Step): void => {
    const value = token === 'DR' ? amount * price() : amount
    const income = (value * days) / 365n / (incomeToken === 'DR' ? price() : 1n)
    positions.push({ token, amount, incomeToken, income, end: now() + days * DAY })
  }
  const take = ({ kind, who, token: symbol, part }: Step): void => {
    const [account, other] = [accounts[who], accounts[(who + 1) % 3]] as [Account, Account]
    const [from, to, token] = [ACCOUNTS[who], ACCOUNTS[(who + 1) % 3], TOKENS[symbol]]
    const all = kind === 'withdraw' ? account.available[symbol] : wholeOf(account, symbol)
    const amount = (all * part) / 1_000n
    if (kind === 'claim') inVault('Claimed', { account: from, token, amount, withheld: 0n })
    if (kind === 'withdraw') inVault(`Withdrawn${symbol}`, { account: from, amount })
    if (kind === 'send') {
      inVault('TransferredWithin', { from, to, token, amount })
      other.available[symbol] += amount
    }
    charge(account, symbol, amount)
  }
  const fund = ({ token: symbol, part }: Step): void => {
    for (const [vault, parts] of [
      [1, 4n],
      [2, 1n],
    ] as const)
      emit(TOKENS[symbol], 'Transfer', { from: PAYER, to: VAULTS[vault], value: parts * part * WAD })
    pool[symbol] += part * WAD
  }
  const share = ({ who, token: symbol, part }: Step): void => {
    const { available, earned } = accounts[who] as Account
    const amount = (pool[symbol] * part) / 1_000n
    for (const side of [available, earned]) side[symbol] += amount
    pool[symbol] -= amount
  }
  const deposit = (step: Step): void => {
    const amount = step.part * WAD
    inVault('DepositRecorded', { account: ACCOUNTS[step.who], token: TOKENS[step.token], amount })
    open(accounts[step.who] as Account, amount, step)
  }
  const reinvest = (step: Step): void => {
    const account = accounts[step.who] as Account
    const amount = (account.available[step.token] * step.part) / 1_000n
    account.available[step.token] -= amount
    open(account, amount, step)
  }
  return { accounts, does: { deposit, claim: take, withdraw: take, send: take, fund, share, reinvest } }
}

const run = (steps: readonly Step[]): GrowthInput => {
  const chain = startChain()
  const { accounts, does } = startLedger(chain)
  const wait = (hours: bigint, price: bigint): void => {
    chain.pass(hours * HOUR, price)
    for (const account of accounts) mature(account, chain.now())
  }
  wait(0n, 1n)
  for (const one of steps) {
    does[one.kind](one)
    wait(one.hours, one.price)
  }
  const { events } = chain
  const counter = createCounter(TOKENS)
  for (const one of events) counter.add(one as VaultEvent)
  const books = [0, 1, 1, 2, 2].map((vault, at) => ({
    vault: VAULTS[vault],
    token: at % 2 === 0 ? DR : USDT,
  }))
  const lines = accounts.map(
    ({ earned }, at) => [ACCOUNTS[at], [0n, 0n, 0n, earned.USDT, earned.DR]] as const,
  )
  return {
    now: { head: { snapshotTime: Number(chain.now()) }, lines: new Map(lines), books },
    before: null,
    startTime: START,
    snapshot: {
      books: counter.read(),
      sources: readSourceEvents(events, { vaults: VAULTS, tokens: TOKENS }),
    },
  } as unknown as GrowthInput
}

/** Narrows a history, so that its bound is near: without a pool, of one token, with a price that moves less. */
const narrow = fc.record({
  isFunded: fc.boolean(),
  only: fc.constantFrom<readonly Token[]>(['USDT'], ['DR'], ['DR', 'USDT']),
  prices: fc.constantFrom(1n, 2n, 9n),
})

it('holds for every honest history', () => {
  let earning = 0
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 2, maxLength: 40 }),
      narrow,
      (steps, { isFunded, only, prices }) => {
        const allowed = (symbol: Token): Token => (only.includes(symbol) ? symbol : (only[0] as Token))
        const history = steps.map((one) => ({
          ...one,
          kind: isFunded || one.kind !== 'fund' ? one.kind : ('deposit' as const),
          token: allowed(one.token),
          incomeToken: allowed(one.incomeToken),
          price: (one.price % prices) + 1n,
        }))
        const input = run(history)
        if ([...input.now.lines.values()].some((line) => line[3] || line[4])) earning += 1
        expect(checkNodeBooks(input).faults).toEqual([])
      },
    ),
    { numRuns: 3_000 },
  )
  expect(earning).toBeGreaterThan(1_000)
})

const quarter: Omit<Step, 'kind'> = {
  who: 0,
  token: 'USDT',
  incomeToken: 'USDT',
  part: 1_000n,
  days: 90n,
  hours: 90n * 24n,
  price: 1n,
}
it.each<[string, readonly Step[]]>([
  [
    'reinvests all of three years, with deposits between',
    Array.from({ length: 12 }, (_, at): Step[] => [
      { ...quarter, kind: 'deposit', hours: 0n, part: at === 0 ? 1_000n : 1n },
      { ...quarter, kind: 'reinvest' },
    ]).flat(),
  ],
  [
    'buys DR income while it is cheap, and USDT income with that DR while it is dear',
    [
      { ...quarter, kind: 'deposit', incomeToken: 'DR', price: 9n },
      { ...quarter, kind: 'reinvest', token: 'DR', hours: 0n, price: 9n },
      { ...quarter, kind: 'reinvest', price: 9n },
    ],
  ],
])('holds for an account that %s', (_, steps) => {
  const input = run(steps)
  expect(input.now.lines.get(ACCOUNTS[0] as string)?.[3]).toBeGreaterThan(700n * WAD)
  expect(checkNodeBooks(input).faults).toEqual([])
})
