/** Answers of several endpoints about the same blocks. */
import type { ChainNumber } from '../../platform/chain/chain-numbers.ts'
import type { ChainReader, Header, LogFilter } from '../chain-reader.ts'
import type { Endpoint, EndpointPool } from '../endpoint-pool.ts'
import { RpcRefusedError, WrongNumbersError } from '../errors.ts'
import { addTimes, type FetchedRange } from '../fetch-range.ts'
import type { RawLog } from '../raw-log.ts'
import { askNumbers, type Said } from './count-events.ts'
import { isSameSaid, judgeNumbers } from './judge-numbers.rules.ts'
import { countVotes, type LogVotes } from './log-votes.rules.ts'

export interface Asking {
  readonly pool: EndpointPool
  readonly filters: readonly LogFilter[]
  readonly numbers: readonly ChainNumber[]
}

/** An endpoint's logs of a range of blocks. */
export interface EndpointLogs {
  readonly endpoint: Endpoint
  readonly logs: readonly RawLog[]
}

/** Reads a range in halves if the endpoint refuses all of it. */
const readInParts = async (
  reader: ChainReader,
  filters: readonly LogFilter[],
  { from, to }: { readonly from: bigint; readonly to: bigint },
): Promise<{ logs: RawLog[]; to: Header } | undefined> => {
  try {
    return await reader.range(filters, { from, to })
  } catch (error) {
    if (!(error instanceof RpcRefusedError) || from === to) throw error
  }
  const middle = (from + to) / 2n
  const first = await readInParts(reader, filters, { from, to: middle })
  const second = await readInParts(reader, filters, { from: middle + 1n, to })
  return first && second && { logs: [...first.logs, ...second.logs], to: second.to }
}

/** Undefined if it does not have these blocks, or has others. */
export const readFrom = async (
  { pool, filters }: Asking,
  endpoint: Endpoint,
  { from, to }: FetchedRange,
): Promise<EndpointLogs | undefined> => {
  if (filters.length === 0) return { endpoint, logs: [] }
  const blocks = { from: from.number, to: to.number }
  const answer = await pool.ask(endpoint, () => readInParts(endpoint.reader, filters, blocks))
  return answer?.to.hash === to.hash ? { endpoint, logs: answer.logs } : undefined
}

/** Logs from the first other endpoint that has these blocks; undefined if none has. */
export const findWitness = async (
  asking: Asking,
  endpoint: Endpoint,
  range: FetchedRange,
): Promise<EndpointLogs | undefined> => {
  for (const other of asking.pool.othersOf(endpoint)) {
    const witness = await readFrom(asking, other, range)
    if (witness) return witness
  }
  return undefined
}

/**
 * The answers without those with a disputed log that contradicts the endpoint's own header of its block:
 * these endpoints are left out.
 */
export const withoutFalse = async (
  { pool }: Asking,
  answers: readonly EndpointLogs[],
): Promise<readonly EndpointLogs[]> => {
  const disputed = countVotes(answers.map(({ logs }) => logs)).filter(
    ({ holders }) => holders.size < answers.length,
  )
  const isTrue = async ({ endpoint }: EndpointLogs, index: number): Promise<boolean> => {
    const logs = disputed.flatMap(({ log, holders }) => (holders.has(index) ? [log] : []))
    const fits = await pool.ask(endpoint, () => addTimes(endpoint.reader, logs, new Map()))
    return fits !== undefined
  }
  const found = await Promise.all(answers.map(isTrue))
  return answers.filter((_, index) => found[index])
}

/** The chain's numbers at a block; undefined if the endpoint lacks that state, or nothing is counted. */
export const numbersFrom = async (
  { numbers }: Asking,
  reader: ChainReader,
  block: bigint,
): Promise<Said | undefined> => (numbers.length === 0 ? undefined : askNumbers(reader, numbers, block))

const leaveOutWrongNumbers = (
  asking: Asking,
  { endpoint, said }: { endpoint: Endpoint; said: Said },
  { right, block }: { right: Said; block: bigint },
): void => {
  const [name] = [...right.keys()].filter((one) => said.get(one) !== right.get(one))
  const what = `${name} at block ${block} is ${said.get(name ?? '')}, and ${right.get(name ?? '')} at others`
  asking.pool.leaveOut(
    endpoint,
    new WrongNumbersError(what, async () => {
      const again = await numbersFrom(asking, endpoint.prober, block)
      return again !== undefined && !isSameSaid(again, right)
    }),
  )
}

/**
 * Numbers on which these endpoints agree (`judgeNumbers`); `differ`: undecidable; undefined: fewer than two
 * have them. Endpoints with others are left out.
 */
export const commonNumbers = async (
  asking: Asking,
  answers: readonly EndpointLogs[],
  { block, agrees }: { block: bigint; agrees: (said: Said) => boolean },
): Promise<Said | 'differ' | undefined> => {
  const all = await Promise.all(
    answers.map(async ({ endpoint }) => {
      const said = await asking.pool.ask(endpoint, () => numbersFrom(asking, endpoint.reader, block))
      return said && { endpoint, said }
    }),
  )
  const known = all.filter((one) => one !== undefined)
  if (known.length < 2) return undefined
  const right = judgeNumbers(
    known.map(({ said }) => said),
    agrees,
  )
  if (!right) return 'differ'
  for (const one of known)
    if (!isSameSaid(one.said, right)) leaveOutWrongNumbers(asking, one, { right, block })
  return right
}

/** Headers of the blocks of these logs, if all endpoints have the same, `logsBloom` included. */
export const commonHeaders = async (
  { pool }: Asking,
  answers: readonly EndpointLogs[],
  disputed: readonly LogVotes[],
): Promise<ReadonlyMap<bigint, Header>> => {
  const blocks = [...new Set(disputed.map(({ log }) => log.blockNumber))]
  const all = await Promise.all(
    answers.map(({ endpoint }) => pool.ask(endpoint, () => endpoint.reader.headers(blocks))),
  )
  const [first = [], ...others] = all.filter((headers) => headers !== undefined)
  const isCommon = ({ hash, logsBloom }: Header, index: number) =>
    others.length > 0 &&
    others.every((headers) => headers[index]?.hash === hash && headers[index]?.logsBloom === logsBloom)
  return new Map(first.filter(isCommon).map((header) => [header.number, header]))
}
