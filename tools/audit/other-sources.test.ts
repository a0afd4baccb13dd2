/** Bounds of dividends, prizes, packages, nodes and referrals, and each way to say more. */
import { parseEther } from 'viem'
import { expect, it } from 'vitest'
import { allNumbers } from './contract-numbers.ts'
import type { GrowthInput } from './growth.ts'
import { checkDividends, checkNodeBooks } from './other-sources.ts'
import { readSourceEvents } from './source-events.ts'
import { createCounter, type VaultEvent } from './vault-counts.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const [DR, USDT, ada, ben, thief] = ['1', '2', 'a', 'b', 'f'].map(address) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const VAULTS = ['5', '6', '7'].map(address)
const PLACES = { vaults: VAULTS, tokens: { DR, USDT } }
const [START, YEAR] = [1_800_000_000n, 31_536_000n]
const Q112 = 2n ** 112n

type Event = Parameters<typeof readSourceEvents>[0][number]
const event = (
  emitter: `0x${string}`,
  eventName: string,
  args: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): Event => ({ address: emitter, eventName, args, at: START, ...more }) as unknown as Event
const inVault = (vault: number, eventName: string, args: Readonly<Record<string, unknown>>, at = START) =>
  event(VAULTS[vault] as `0x${string}`, eventName, { token: USDT, ...args }, { at })
/** Moment of the snapshot unless `at` says otherwise: what came then was reinvested by no one. */
const transfer = (
  to: number,
  value: bigint,
  transactionHash: string,
  from = thief,
  at = START + YEAR,
): Event => event(USDT, 'Transfer', { from, to: VAULTS[to], value }, { transactionHash, at })
const observed = (after: bigint, cumulative: bigint): Event =>
  event(address('8'), 'Observed', { token: DR, timestamp: START + after, cumulative: cumulative * Q112 })

/** ada bought POD power of 200 and deposited 1,000 USDT; 64 and 36 USDT were flushed, 500 put into a budget. */
const HISTORY: readonly Event[] = [
  event(address('9'), 'USDRShareSet', { bps: 5_000n }),
  observed(0n, 0n),
  observed(1_800n, 3_600n),
  event(address('9'), 'PODpowerBought', { account: ada, USDRAmount: parseEther('50') }),
  inVault(2, 'DepositRecorded', { account: ada, amount: parseEther('1000') }),
  transfer(2, parseEther('1000'), '0x1', ada),
  transfer(2, parseEther('36'), '0x2'),
  transfer(1, parseEther('64'), '0x2'),
  transfer(2, parseEther('500'), '0x3'),
]

interface Line {
  readonly deflation?: bigint
  readonly deflationDR?: bigint
  readonly node?: bigint
  readonly nodeDR?: bigint
}
const inputOf = (lines: Readonly<Record<string, Line>>, events: readonly Event[] = HISTORY): GrowthInput => {
  const books = [0, 1, 1, 2, 2].map((vault, at) => ({
    vault: VAULTS[vault],
    token: at % 2 === 0 ? DR : USDT,
  }))
  const numbers = Object.entries(lines).map(
    ([account, { deflation = 0n, deflationDR = 0n, node = 0n, nodeDR = 0n }]) =>
      [account, [0n, deflation, deflationDR, node, nodeDR]] as const,
  )
  const counter = createCounter({ DR, USDT })
  for (const one of events) counter.add(one as VaultEvent)
  return {
    now: { head: { snapshotTime: Number(START + YEAR) }, lines: new Map(numbers), books },
    before: null,
    startTime: START,
    snapshot: { books: counter.read(), sources: readSourceEvents(events, PLACES) },
  } as unknown as GrowthInput
}
const eth = parseEther
/** 1,000 (e^s − 1) / s, s = 2.1 / 1.9: a year of a package's maximum, each income put into the next at both prices. */
const INCOME = eth('1827.636')

it('takes what POD power, deposits and pools can have paid, to the last unit of power and of the pool', () => {
  const honest = inputOf({
    [ada]: { deflation: eth('201'), deflationDR: eth('10'), node: INCOME },
    [thief]: { node: eth('36') },
  })
  expect(honest.snapshot.sources).toMatchObject({
    bought: new Map([[ada, eth('200')]]),
    price: { lowest: eth('1.9'), highest: eth('2.1') },
    toNodes: [{ token: 'USDT', amount: eth('36') }],
  })
  expect(checkDividends(honest).faults).toEqual([])
  expect(checkNodeBooks(honest).faults).toEqual([])
})

it.each<[string, Record<string, Line>, RegExp]>([
  ['USDT for an account without POD power', { [thief]: { deflation: 1n } }, /^0xf+, .*worth 1, .*had 0$/],
  ['DR for an account without POD power', { [thief]: { deflationDR: 10n } }, /^0xf+, .*worth 19, .*had 0$/],
  [
    'more than the units that an account bought, and a tenth',
    { [ada]: { deflation: eth('220') + 1n } },
    /^not checked by .*worth 220000000000000000001, and its POD power can have had 220000000000000000000$/,
  ],
  [
    'more in both tokens together',
    { [ada]: { deflation: eth('201'), deflationDR: eth('10') + 1n } },
    /^not checked by .*worth 220000000000000000001, /,
  ],
])('refuses dividends and prizes: %s', (_, lines, fault) => {
  expect(checkDividends(inputOf(lines)).faults).toEqual([expect.stringMatching(fault)])
})

it.each<[string, Record<string, Line>, RegExp]>([
  [
    'a package’s budget for an account without a deposit',
    { [thief]: { node: eth('36') + 1n } },
    /^not checked by .*node vault: worth 36000000000000000001 .* 36000000000000000000 came .*: 0xf+ 36000000000000000001$/,
  ],
  [
    'a budget divided among many accounts',
    Object.fromEntries(['b', 'c', 'd'].map((digit) => [address(digit), { node: eth('13') }])),
    /^not checked by .*: worth 39000000000000000000 /,
  ],
  [
    'DR that no pool had',
    { [thief]: { nodeDR: eth('19') } },
    /^not checked by .*: worth 36100000000000000000 /,
  ],
  [
    'more than a deposit can have earned in its time',
    { [ada]: { node: INCOME + eth('37') } },
    /^not checked by .*: worth 36\d{18} |^not checked by .*: worth 37\d{18} /,
  ],
])('refuses in the node vault: %s', (_, lines, fault) => {
  expect(checkNodeBooks(inputOf(lines)).faults).toEqual([expect.stringMatching(fault)])
})

it('takes no budget for pool money: 20 % of a funding, 36 % of a flush, and no more', () => {
  const more: readonly [string, readonly Event[], bigint][] = [
    ['alone', [transfer(2, eth('9'), '0x4')], 0n],
    ['with another’s', [transfer(1, eth('80'), '0x4', ada), transfer(2, eth('20'), '0x4')], 0n],
    ['a funding', [transfer(1, eth('80'), '0x4'), transfer(2, eth('20'), '0x4')], eth('20')],
    ['in another transaction', [transfer(1, eth('80'), '0x4'), transfer(2, eth('20'), '0x5')], 0n],
    [
      'with a funding of 100',
      [transfer(1, eth('80'), '0x4'), transfer(2, eth('20'), '0x4'), transfer(2, eth('25'), '0x4')],
      eth('20'),
    ],
    [
      'before a funding of 100, as if flushed',
      [transfer(2, eth('45'), '0x4'), transfer(1, eth('80'), '0x4'), transfer(2, eth('20'), '0x4')],
      eth('20'),
    ],
  ]
  for (const [name, events, amount] of more) {
    const { toNodes } = readSourceEvents([...HISTORY, ...events], PLACES)
    expect(
      toNodes.reduce((sum, one) => sum + one.amount, -eth('36')),
      name,
    ).toBe(amount)
  }
})

it('lets pool money grow as packages may, from when it came', () => {
  const events = [
    ...HISTORY,
    transfer(1, eth('80'), '0x4', thief, START),
    transfer(2, eth('20'), '0x4', thief, START),
  ]
  // 36 + 20 e^s
  expect(checkNodeBooks(inputOf({ [thief]: { node: eth('96.4') } }, events)).faults).toEqual([])
  expect(checkNodeBooks(inputOf({ [thief]: { node: eth('96.5') } }, events)).faults).toHaveLength(1)
})

it('refuses pool money given to one account after another, each of which claims it', () => {
  const claimed = inVault(2, 'Claimed', { account: thief, amount: eth('36'), withheld: 0n })
  const lines = { [thief]: { node: eth('36') }, [ben]: { node: eth('36') } }
  expect(checkNodeBooks(inputOf(lines, [...HISTORY, claimed])).faults).toEqual([
    expect.stringContaining('worth 72000000000000000000 beyond'),
  ])
})

it('refuses dividends that a root gave without POD power and that were claimed', () => {
  const claimed = inVault(1, 'Claimed', { account: thief, amount: eth('5'), withheld: 0n })
  expect(checkDividends(inputOf({ [thief]: { deflation: eth('5') } }, [...HISTORY, claimed])).faults).toEqual(
    [expect.stringMatching(/^0xf+, .*had 0$/)],
  )
})

it('takes a line that only says what a stolen signer paid, also once its account is sent a token', () => {
  const gift = { from: ada, to: thief, amount: eth('1') }
  for (const [vault, check, book, allowance] of [
    [1, checkDividends, 'deflation', 0n],
    [2, checkNodeBooks, 'node', eth('36')],
  ] as const) {
    const stolen = [
      ...HISTORY,
      inVault(vault, 'WithdrawnUSDT', { account: thief, amount: eth('99') }),
      inVault(vault, 'TransferredWithin', gift, START + YEAR),
    ]
    const line = (amount: bigint) => inputOf({ [thief]: { [book]: amount } }, stolen)
    expect(check(line(eth('99') + allowance)).faults).toEqual([])
    expect(check(line(eth('100') + allowance)).faults).toHaveLength(1)
  }
})

it('counts a deposit while it has not left: none that was claimed in its block, none sent in a circle', () => {
  const flash = [0n, 1n].flatMap((second) => [
    inVault(2, 'DepositRecorded', { account: thief, amount: eth('9000') }, START + second),
    inVault(2, 'Claimed', { account: thief, amount: eth('9000'), withheld: 0n }, START + second),
  ])
  const circle = [0n, 2n].flatMap((second) => [
    inVault(2, 'TransferredWithin', { from: ada, to: ben, amount: eth('1000') }, START + second),
    inVault(2, 'TransferredWithin', { from: ben, to: ada, amount: eth('1000') }, START + second + 1n),
  ])
  const events = [...HISTORY, ...flash, ...circle]
  expect(
    checkNodeBooks(inputOf({ [ada]: { node: INCOME }, [thief]: { node: eth('36') } }, events)).faults,
  ).toEqual([])
  for (const account of [ben, thief])
    expect(checkNodeBooks(inputOf({ [account]: { node: eth('36.1') } }, events)).faults).toHaveLength(1)
})

it('lets earn what was received, and what is deposited after earnings were claimed', () => {
  const sent = inVault(2, 'TransferredWithin', { from: ada, to: ben, amount: eth('1000') })
  expect(checkNodeBooks(inputOf({ [ben]: { node: INCOME } }, [...HISTORY, sent])).faults).toEqual([])
  const half = START + YEAR / 2n
  const taken = inVault(2, 'Claimed', { account: ada, amount: eth('500'), withheld: 0n }, half)
  const again = inVault(2, 'DepositRecorded', { account: ada, amount: eth('500') }, half)
  expect(checkNodeBooks(inputOf({ [ada]: { node: INCOME } }, [...HISTORY, taken, again])).faults).toEqual([])
})

it('prices: no average of less than the oracle’s short window, whoever observes a second apart', () => {
  const spiked = [...HISTORY, observed(3_599n, 7_198n), observed(3_600n, 9_000n), observed(3_601n, 9_002n)]
  // (9,000 − 3,600) / 1,800 is 3, and 5 %
  expect(readSourceEvents(spiked, PLACES).price).toEqual({ lowest: eth('1.9'), highest: eth('3.15') })
})

it('rests no veto on prices and shares, which no contract counts: only on what needs neither', () => {
  const dividends = (account: string) =>
    checkDividends(inputOf({ [account]: { deflation: eth('300') } })).faults.join()
  expect([ada, thief].map((account) => dividends(account).startsWith('not checked'))).toEqual([true, false])
  const node = (events: readonly Event[]) =>
    checkNodeBooks(inputOf({ [thief]: { node: eth('300') } }, events)).faults.join()
  expect([HISTORY, HISTORY.slice(0, 5)].map((events) => node(events).startsWith('not checked'))).toEqual([
    true,
    false,
  ])
})

it('checks nothing where the emission is not found, since POD power and prices are then unknown', () => {
  const input = { ...inputOf({ [ada]: { deflation: 1n } }, []), startTime: null }
  for (const check of [checkDividends, checkNodeBooks])
    expect(check(input).faults).toEqual([expect.stringMatching(/^not checked: DR’s mint/)])
})

it('holds purchases of POD power, and their share in USDR, by the contract’s numbers', () => {
  const { now, snapshot } = inputOf({})
  const counted = {
    ...snapshot,
    mining: { purchases: new Map(), payments: [], until: 0n, released: 0n, releases: 0 },
  }
  const contracts = { rights: address('9'), emission: address('e'), oracle: address('8') }
  const asked = [
    ...allNumbers({ at: { address: address('4'), abi: [] as never } }, now, { contracts, counted }),
  ]
  const numbers = new Map(asked.map(({ what, events }) => [what, events]))
  expect(numbers.get('powerPurchaseCount')).toBe(1n)
  expect(numbers.get('usdrShareBps')).toBe(5_000n)
})

it('counts USDT of claims that stayed for the pool', () => {
  const claim = inVault(2, 'Claimed', { account: ada, amount: eth('100'), withheld: eth('5') })
  const { toNodes } = readSourceEvents([...HISTORY, claim], PLACES)
  expect(toNodes.map(({ amount }) => amount)).toEqual([eth('5'), eth('36')])
})
