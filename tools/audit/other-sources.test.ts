/** The most that dividends, prizes, packages, nodes and referrals can have paid, and each way to say more. */
import { parseEther } from 'viem'
import { expect, it } from 'vitest'
import type { GrowthInput } from './growth.ts'
import { checkDividends, checkNodeBooks } from './other-sources.ts'
import { readSourceEvents, type SourceFacts } from './source-events.ts'
import { bookKey } from './vault-counts.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const [DR, USDT, ada, thief] = ['1', '2', 'a', 'f'].map(address) as [
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
  at: `0x${string}`,
  eventName: string,
  args: Readonly<Record<string, unknown>>,
  transactionHash = '0x0',
): Event => ({ address: at, eventName, args, at: START, transactionHash }) as unknown as Event
const transfer = (token: `0x${string}`, to: number, value: bigint, hash: string, from = thief): Event =>
  event(token, 'Transfer', { from, to: VAULTS[to], value }, hash)

/** ada bought POD power of 200 and deposited 1,000 USDT; 64 and 36 USDT were flushed, 500 put into a budget. */
const HISTORY: readonly Event[] = [
  event(address('9'), 'USDRShareSet', { bps: 5_000n }),
  event(address('8'), 'Observed', { token: DR, timestamp: START, cumulative: 0n }),
  event(address('8'), 'Observed', { token: DR, timestamp: START + 100n, cumulative: 200n * Q112 }),
  event(address('9'), 'PODpowerBought', { account: ada, USDRAmount: parseEther('50') }),
  event(VAULTS[2] as `0x${string}`, 'DepositRecorded', {
    account: ada,
    token: USDT,
    amount: parseEther('1000'),
  }),
  transfer(USDT, 2, parseEther('1000'), '0x1', ada),
  transfer(USDT, 1, parseEther('64'), '0x2'),
  transfer(USDT, 2, parseEther('36'), '0x2'),
  transfer(USDT, 2, parseEther('500'), '0x3'),
]

interface Line {
  readonly deflation?: bigint
  readonly deflationDR?: bigint
  readonly node?: bigint
  readonly nodeDR?: bigint
}
const inputOf = (
  lines: Readonly<Record<string, Line>>,
  { events = HISTORY, paid = 0n }: { readonly events?: readonly Event[]; readonly paid?: bigint } = {},
): GrowthInput => {
  const books = [0, 1, 1, 2, 2].map((vault, at) => ({
    vault: VAULTS[vault],
    token: at % 2 === 0 ? DR : USDT,
  }))
  const numbers = Object.entries(lines).map(
    ([account, { deflation = 0n, deflationDR = 0n, node = 0n, nodeDR = 0n }]) =>
      [account, [0n, deflation, deflationDR, node, nodeDR]] as const,
  )
  const accounts = new Map([[thief, { credited: 0n, paid, free: 0n }]])
  const sources: SourceFacts = readSourceEvents(events, PLACES)
  const counts = new Map([[bookKey(VAULTS[2] as string, USDT), { accounts }]])
  return {
    now: { head: { snapshotTime: Number(START + YEAR) }, lines: new Map(numbers), books },
    before: null,
    snapshot: { books: counts, sources },
  } as unknown as GrowthInput
}
const eth = parseEther
/** 1,000 (e − 1): a year at the most that a package may pay, each income put into the next. */
const INCOME = eth('1718.281828')

it('takes what POD power, deposits and pools can have paid, to the last unit of power and of the pool', () => {
  const honest = inputOf({
    [ada]: { deflation: eth('200'), deflationDR: eth('10'), node: INCOME },
    [thief]: { node: eth('36') },
  })
  expect(honest.snapshot.sources).toMatchObject({
    bought: new Map([[ada, eth('200')]]),
    price: { lowest: eth('2'), highest: eth('2') },
    toNodes: { USDT: eth('36'), DR: 0n },
  })
  expect(checkDividends(honest).faults).toEqual([])
  expect(checkNodeBooks(honest).faults).toEqual([])
})

it.each<[string, Record<string, Line>, RegExp]>([
  ['USDT for an account without POD power', { [thief]: { deflation: 1n } }, /^0xf+, .*worth 1, .*had 0$/],
  ['DR for an account without POD power', { [thief]: { deflationDR: 10n } }, /^0xf+, .*worth 20, .*had 0$/],
  [
    'more than the units that an account bought, and a tenth',
    { [ada]: { deflation: eth('220') + 1n } },
    /worth 220000000000000000001, and its POD power can have had 220000000000000000000$/,
  ],
  [
    'more in both tokens together',
    { [ada]: { deflation: eth('200'), deflationDR: eth('10') + 1n } },
    /worth 220000000000000000002, /,
  ],
])('refuses dividends and prizes: %s', (_, lines, fault) => {
  expect(checkDividends(inputOf(lines)).faults).toEqual([expect.stringMatching(fault)])
})

it.each<[string, Record<string, Line>, RegExp]>([
  [
    'a package’s budget for an account without a deposit',
    { [thief]: { node: eth('36') + 1n } },
    /^node vault: worth 36000000000000000001 .* 36000000000000000000 came .*: 0xf+ 36000000000000000001$/,
  ],
  [
    'a budget divided among many accounts',
    Object.fromEntries(['b', 'c', 'd'].map((digit) => [address(digit), { node: eth('13') }])),
    /^node vault: worth 39000000000000000000 /,
  ],
  [
    'DR that no pool had',
    { [thief]: { nodeDR: eth('18') + 1n } },
    /^node vault: worth 36000000000000000002 /,
  ],
  [
    'more than a deposit can have earned in its time',
    { [ada]: { node: INCOME + eth('37') } },
    /^node vault: worth 36\d{18} |^node vault: worth 37\d{18} /,
  ],
])('refuses in the node vault: %s', (_, lines, fault) => {
  expect(checkNodeBooks(inputOf(lines)).faults).toEqual([expect.stringMatching(fault)])
})

it('takes no budget for pool money, however it is divided', () => {
  const alone = [...HISTORY, transfer(USDT, 2, eth('300'), '0x2', ada), transfer(USDT, 2, eth('9'), '0x4')]
  expect(readSourceEvents(alone, PLACES).toNodes.USDT).toBe(eth('36'))
  const more = [...HISTORY, transfer(USDT, 1, eth('64'), '0x5'), transfer(USDT, 2, eth('300'), '0x5')]
  expect(readSourceEvents(more, PLACES).toNodes.USDT).toBe(eth('72'))
})

it('takes a line that only says what has left already: it was stolen, and is owed to no one', () => {
  expect(checkNodeBooks(inputOf({ [thief]: { node: eth('99') } }, { paid: eth('99') })).faults).toEqual([])
  expect(
    checkNodeBooks(inputOf({ [thief]: { node: eth('99') + 1n } }, { paid: eth('99') })).faults,
  ).toHaveLength(1)
})

it('counts USDT of claims that stayed for the pool', () => {
  const claim = { account: ada, token: USDT, amount: eth('100'), withheld: eth('5') }
  const events = [...HISTORY, event(VAULTS[2] as `0x${string}`, 'Claimed', claim)]
  expect(readSourceEvents(events, PLACES).toNodes.USDT).toBe(eth('41'))
})
