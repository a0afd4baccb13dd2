import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorsAbi } from '@dr/contracts/abi/errors'
import { VOUCHERS } from '@dr/protocol/vouchers'
import { expect, it } from 'vitest'
import { quotedWords, withNamed } from './abi.ts'

const folder = new URL('../../../contracts/abi/', import.meta.url)
const files = readdirSync(folder).filter((name) => !['errors.ts', 'index.ts'].includes(name))

const NOT_CALLED = ['admin-timelock', 'funding', 'pool-seeder', 'result-registry', 'treasury-vesting'].map(
  (name) => `${name}.ts`,
)

interface Entry {
  readonly type: string
  readonly name?: string
}

const entriesOf = (source: string): readonly Entry[] =>
  JSON.parse(source.slice(source.indexOf('= ') + 2, source.lastIndexOf(']') + 1).replace(/,(\s*\])$/, '$1'))

it.each(files)('%s has what is named, and no errors, which are known apart from it', (name) => {
  const source = readFileSync(new URL(name, folder), 'utf8')
  const all = entriesOf(source)
  const wanted = all.filter(({ type, name }) => type !== 'error' && name !== undefined)
  expect(entriesOf(withNamed(source, () => true))).toEqual(wanted)
  expect(entriesOf(withNamed(source, () => false))).toEqual([])
  const one = wanted[0]?.name
  expect(one).toBeDefined()
  expect(entriesOf(withNamed(source, (word) => word === one))).toEqual(
    wanted.filter((entry) => entry.name === one),
  )
  const errors = all.filter(({ type }) => type === 'error')
  const known = new Set(errorsAbi.map((error) => JSON.stringify(error)))
  // Contracts that the app does not call, or only reads with views that have no errors of their own.
  if (NOT_CALLED.includes(name)) return
  expect(errors.filter((error) => !known.has(JSON.stringify(error)))).toEqual([])
})

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

it('named is every function that a kind of voucher calls, and what the app reads and watches', () => {
  const words = quotedWords([pathOf('../src'), pathOf('../../../packages/protocol/src')])
  const called = Object.values(VOUCHERS).map(({ functionName }) => functionName)
  const read = ['dailyRateAt', 'paidUntil', 'renew', 'depositFor', 'WithdrawnUSDT']
  expect([...called, ...read].filter((name) => !words.has(name))).toEqual([])
})

/** Names in variables: their type lists the possible values, or they belong to a voucher's ABI. */
const BY_TYPE = [
  'chain/calls/contract-call.ts: functionName } = voucherSpec(message.kind)',
  "chain/calls/contract-call.ts: functionName: input.way === 'wrap' ? 'depositFor' : 'withdrawTo',",
  "chain/calls/contract-call.ts: functionName, stateMutability: 'nonpayable', inputs, outputs: [] }],",
  'features/transaction/kinds/fair-terms.ts: functionName: average,',
  'features/transaction/kinds/withdrawal.tsx: functionName,',
  'chain/reads/read-machines.ts: functionName, args: [BigInt(id)] }))',
  'chain/calls/contract-call.ts: functionName: input.functionName }),',
  'chain/reads/read-machines.ts: functionName: View,',
  'chain/reads/read-watched.ts: functionName,',
]

it('every name that viem is called with is between quotes where it is used', () => {
  const root = pathOf('../src')
  const uses = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(chain|features\/transaction\/kinds)\/.*(?<!\.test)\.tsx?$/.test(path))
    .flatMap((path) =>
      [
        ...readFileSync(`${root}/${path}`, 'utf8').matchAll(/\b(?:functionName|eventName)\b(?!: ')[^\n]*/g),
      ].map(([use]) => `${path}: ${use}`),
    )
  expect(uses.filter((use) => !use.includes("(functionName: '")).toSorted()).toEqual(BY_TYPE.toSorted())
})
