import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Facts,
  factsFileName,
  formatFactsHead,
  formatMachineFact,
  formatPowerFact,
  parseFacts,
  readFactsFileName,
} from './facts-file.ts'
import { arbitraryHead } from './test-roots.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const textOf = ({ head, machines, power }: Facts): string =>
  [
    formatFactsHead(head),
    ...[...machines].map(([purchase, terms]) => formatMachineFact({ purchase, ...terms })),
    ...power.map(formatPowerFact),
  ].join('')

const number = fc.bigInt(1n, 10n ** 17n)
const ascending = (values: readonly bigint[]): bigint[] =>
  [...new Set(values)].sort((a, b) => (a < b ? -1 : 1))
const arbitraryFacts: fc.Arbitrary<Facts> = fc.record({
  head: arbitraryHead,
  machines: fc
    .array(number)
    .map((ids) => new Map(ascending(ids).map((id) => [id, { power: id + 1n, lifeEnd: id + 2n }]))),
  power: fc.array(number).map((times) =>
    ['a', 'b'].flatMap((digit) =>
      ascending(times).map((at, index) => ({
        account: `0x${digit.repeat(40)}` as const,
        at,
        delta: index % 3 === 0 ? 0n : index % 2 === 0 ? at : -at,
      })),
    ),
  ),
})

it('reads what it has written', () => {
  fc.assert(
    fc.property(arbitraryFacts, (facts) => {
      expect(parseFacts(bytesOf(textOf(facts)))).toEqual(facts)
    }),
  )
})

const [account, other] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const head = formatFactsHead(fc.sample(arbitraryHead, { numRuns: 1, seed: 1 })[0] as Facts['head'])

it.each([
  ['machine 2 1 1\nmachine 2 1 1\n', 'line 3: it is out of order'],
  [`power ${account} 5 1\nmachine 2 1 1\n`, 'line 3: it is out of order'],
  [`power ${other} 5 1\npower ${account} 6 1\n`, 'line 3: it is out of order'],
  [`power ${account} 5 1\npower ${account} 5 1\n`, 'line 3: it is out of order'],
  ['machine 02 1 1\n', 'line 2: it is no fact'],
  ['machine 2 0 1\n', 'line 2: it is no fact'],
  [`power ${account} 5 -0\n`, 'line 2: it is no fact'],
  [`power ${account.toUpperCase()} 5 1\n`, 'line 2: it is no fact'],
  ['\n', 'line 2: it is no fact'],
  ['machine 2 1 1', 'line 2: it does not end'],
])('refuses %j', (text, reason) => {
  expect(() => parseFacts(bytesOf(head + text))).toThrow(reason)
})

it('refuses a head that is none', () => {
  expect(() => parseFacts(bytesOf('{}\n'))).toThrow('line 1')
  expect(() => parseFacts(bytesOf(''))).toThrow('line 1')
})

it('names a file by its epoch', () => {
  expect([factsFileName(7), readFactsFileName('facts-7.txt')]).toEqual(['facts-7.txt', 7])
  for (const name of ['facts-07.txt', 'facts-0.txt', 'roots-7.txt', 'facts-7.txt.gz'])
    expect(readFactsFileName(name)).toBeNull()
})
