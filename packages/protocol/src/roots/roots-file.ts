/**
 * The published file of an epoch, `roots-<epoch>.txt`: a first line of JSON, then for each account that
 * earned anything its address and what it earned in each book, in base units. There is one text for one
 * content: addresses in lower case and ascending, decimals without sign or leading zeros, a line break after
 * each line. Its trees are its proof, so nothing else of it is on chain.
 */
import { VAULT_TOKENS } from '../tokens.ts'

type Hex = `0x${string}`

/** Books in the order of a line's numbers and of a post: (0, DR), (1, USDT), (1, DR), (2, USDT), (2, DR). */
export const BOOKS = VAULT_TOKENS

export interface RootsHead {
  readonly chainId: number
  readonly registry: Hex
  /** Addresses by the vault's index. */
  readonly vaults: readonly Hex[]
  readonly tokens: { readonly DR: Hex; readonly USDT: Hex }
  readonly epoch: number
  readonly snapshotBlock: number
  readonly snapshotHash: Hex
  /** Unix seconds of the snapshot's block. */
  readonly snapshotTime: number
  /** Epochs on chain that the operator says are not its own, ascending. */
  readonly foreignEpochs: readonly number[]
}

export interface RootsLine {
  readonly account: Hex
  /** A number for each book. */
  readonly earned: readonly bigint[]
}

/** A text that is no file of roots, with the number of its first wrong line. */
class RootsFileError extends Error {
  override readonly name = 'RootsFileError'
  readonly line: number
  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
    this.line = line
  }
}

export const rootsFileName = (epoch: number): string => `roots-${epoch}.txt`
const FILE_NAME = /^roots-([1-9]\d{0,9})\.txt$/
/** The epoch in a file's name; null for any other name. */
export const readRootsFileName = (name: string): number | null => {
  const [, epoch] = FILE_NAME.exec(name) ?? []
  return epoch === undefined ? null : Number(epoch)
}

/** Characters of the longest first line that is read. */
const HEAD_LENGTH_MAX = 10_000
const LINE = /^(0x[0-9a-f]{40})((?: (?:0|[1-9]\d{0,77}))+)$/
const ADDRESS = /^0x[0-9a-f]{40}$/
const HASH = /^0x[0-9a-f]{64}$/
const UINT256_MAX = 2n ** 256n - 1n

const matches = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value)
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The head's fields in their order, so that `JSON.stringify` gives its one text. */
const inOrder = (head: RootsHead): RootsHead => ({
  chainId: head.chainId,
  registry: head.registry,
  vaults: head.vaults,
  tokens: { DR: head.tokens.DR, USDT: head.tokens.USDT },
  epoch: head.epoch,
  snapshotBlock: head.snapshotBlock,
  snapshotHash: head.snapshotHash,
  snapshotTime: head.snapshotTime,
  foreignEpochs: head.foreignEpochs,
})

const VAULT_COUNT = new Set(BOOKS.map(({ vault }) => vault)).size

const isHead = (value: unknown): value is RootsHead => {
  if (!isRecord(value) || !isRecord(value.tokens)) return false
  const { vaults, tokens, foreignEpochs } = value
  if (!Array.isArray(vaults) || !Array.isArray(foreignEpochs)) return false
  return (
    [value.registry, tokens.DR, tokens.USDT, ...vaults].every((address) => matches(address, ADDRESS)) &&
    vaults.length === VAULT_COUNT &&
    matches(value.snapshotHash, HASH) &&
    [value.chainId, value.epoch, value.snapshotBlock, value.snapshotTime].every(isCount) &&
    foreignEpochs.every((epoch, at) => isCount(epoch) && (at === 0 || foreignEpochs[at - 1] < epoch))
  )
}

const parseHead = (text: string): RootsHead => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RootsFileError(1, 'it is not JSON')
  }
  if (!isHead(value)) throw new RootsFileError(1, 'it does not describe roots')
  if (JSON.stringify(inOrder(value)) !== text) throw new RootsFileError(1, 'it is written in another form')
  return value
}

const checkLine = (line: RootsLine, number: number, previous: string): RootsLine => {
  const { account, earned } = line
  if (account <= previous) throw new RootsFileError(number, 'addresses are not ascending')
  if (earned.length !== BOOKS.length) throw new RootsFileError(number, `it has not ${BOOKS.length} numbers`)
  if (earned.some((value) => value > UINT256_MAX)) throw new RootsFileError(number, 'a number is too large')
  if (earned.every((value) => value === 0n)) throw new RootsFileError(number, 'all numbers are zero')
  return line
}

const parseLine = (text: string, number: number, previous: string): RootsLine => {
  const [, account, numbers] = LINE.exec(text) ?? []
  if (account === undefined || numbers === undefined) {
    throw new RootsFileError(number, 'it is not an address and whole numbers')
  }
  return checkLine(
    { account: account as Hex, earned: numbers.slice(1).split(' ').map(BigInt) },
    number,
    previous,
  )
}

/** Formats a file's pieces in order; throws a `RootsFileError` for what the parser refuses. */
export const createRootsWriter = () => {
  let number = 1
  let previous = ''
  return {
    head: (head: RootsHead): string => {
      const text = JSON.stringify(inOrder(head))
      parseHead(text)
      return `${text}\n`
    },
    line: (line: RootsLine): string => {
      number += 1
      if (!ADDRESS.test(line.account) || line.earned.some((value) => value < 0n))
        throw new RootsFileError(number, 'it is not an address and whole numbers')
      previous = checkLine(line, number, previous).account
      return `${line.account} ${line.earned.join(' ')}\n`
    },
  }
}

/**
 * A parser of a file's bytes, which may be pushed in pieces of any size; it refuses all but the one text of a
 * content, by a `RootsFileError`.
 */
export const createRootsParser = (on: {
  readonly head: (head: RootsHead) => void
  readonly line: (line: RootsLine) => void
}) => {
  const decoder = new TextDecoder('latin1') // a byte a character: what is not ASCII matches nothing
  let rest = ''
  let number = 0
  let previous = ''

  const take = (text: string): void => {
    number += 1
    if (number === 1) {
      on.head(parseHead(text))
      return
    }
    const line = parseLine(text, number, previous)
    previous = line.account
    on.line(line)
  }
  return {
    push: (bytes: Uint8Array): void => {
      const lines = (rest + decoder.decode(bytes)).split('\n')
      rest = lines.pop() as string
      for (const line of lines) take(line)
      if (rest.length > HEAD_LENGTH_MAX) throw new RootsFileError(number + 1, 'it is too long')
    },
    end: (): void => {
      if (rest !== '') throw new RootsFileError(number + 1, 'it does not end')
      if (number === 0) throw new RootsFileError(1, 'it is missing')
    },
  }
}
