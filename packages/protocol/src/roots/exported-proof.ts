/**
 * An exported proof: all that an account needs to claim what a final root grants it, in one JSON file that
 * it keeps. A path leads to its root, so the file says nothing that is not checked against the chain.
 */
import { PATH_LENGTH_MAX } from './sum-tree.ts'

type Hex = `0x${string}`

const KIND = 'digital-rights-proof'

interface ExportedLine {
  readonly vault: Hex
  readonly token: Hex
  readonly earned: bigint
  readonly index: bigint
  readonly path: readonly { readonly hash: Hex; readonly sum: bigint }[]
}

export interface ExportedProof {
  readonly chainId: number
  readonly registry: Hex
  readonly epoch: number
  readonly account: Hex
  /** Books in which the account has a line. */
  readonly books: readonly ExportedLine[]
}

/** A text that is no exported proof, with the place of its first fault. */
export class ExportedProofError extends Error {
  override readonly name = 'ExportedProofError'
}

const ADDRESS = /^0x[0-9a-f]{40}$/
const HASH = /^0x[0-9a-f]{64}$/
const NUMBER = /^(?:0|[1-9]\d{0,77})$/
const UINT256_MAX = 2n ** 256n - 1n

/** Reads one value at `path`, which a fault names. */
const reader = (value: unknown, path: string) => {
  const fault = (wanted: string): never => {
    throw new ExportedProofError(`${path} is not ${wanted}`)
  }
  const matching = (pattern: RegExp, wanted: string): string =>
    typeof value === 'string' && pattern.test(value) ? value : fault(wanted)
  return {
    field: (name: string) => {
      if (typeof value !== 'object' || value === null) return fault('an object')
      return reader(Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined, name)
    },
    list: (lengthMax: number): unknown[] =>
      Array.isArray(value) && value.length <= lengthMax ? value : fault(`a list of at most ${lengthMax}`),
    address: () => matching(ADDRESS, 'an address in lower case') as Hex,
    hash: () => matching(HASH, 'a hash') as Hex,
    amount: (): bigint => {
      const amount = BigInt(matching(NUMBER, 'a whole number'))
      return amount <= UINT256_MAX ? amount : fault('a number of at most 256 bits')
    },
    count: (): number =>
      Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : fault('a count'),
    is: (wanted: string): void => {
      if (value !== wanted) fault(`“${wanted}”`)
    },
  }
}
type Reader = ReturnType<typeof reader>

const BOOKS_MAX = 5

const readLine = (line: Reader): ExportedLine => ({
  vault: line.field('vault').address(),
  token: line.field('token').address(),
  earned: line.field('earned').amount(),
  index: line.field('index').amount(),
  path: line
    .field('path')
    .list(PATH_LENGTH_MAX)
    .map((value, level) => {
      const node = reader(value, `path[${level}]`)
      return { hash: node.field('hash').hash(), sum: node.field('sum').amount() }
    }),
})

/** @throws ExportedProofError for a text of any other form. */
export const parseExportedProof = (text: string): ExportedProof => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ExportedProofError('it is not JSON', { cause })
  }
  const proof = reader(value, 'the proof')
  proof.field('kind').is(KIND)
  return {
    chainId: proof.field('chainId').count(),
    registry: proof.field('registry').address(),
    epoch: proof.field('epoch').count(),
    account: proof.field('account').address(),
    books: proof
      .field('books')
      .list(BOOKS_MAX)
      .map((line, at) => readLine(reader(line, `books[${at}]`))),
  }
}

/** Text of an exported proof; amounts are decimal strings of base units. */
export const formatExportedProof = (proof: ExportedProof): string =>
  `${JSON.stringify(
    { kind: KIND, ...proof },
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    2,
  )}\n`
