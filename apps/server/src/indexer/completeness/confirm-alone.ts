/** Confirms the logs of a single endpoint by the `logsBloom` of its own headers. */
import type { ChainReader, Header, LogFilter } from '../chain-reader.ts'
import { RpcInconsistentError, WrongLogsError } from '../errors.ts'
import type { FetchedRange } from '../fetch-range.ts'
import type { RawLog } from '../raw-log.ts'
import { readBloom } from './bloom.rules.ts'
import { COINCIDENCE_MAX, chanceOfNone, type EventKind, unexplainedKinds } from './event-kinds.rules.ts'
import { sameLogs } from './log-votes.rules.ts'

/** Headers of all blocks of the range, each the child of the one before, up to the known one. */
const headersOf = async (
  reader: ChainReader,
  { from, to, headers: known }: FetchedRange,
): Promise<Header[]> => {
  const count = Number(to.number - from.number) + 1
  const numbers = Array.from({ length: count }, (_, index) => from.number + BigInt(index))
  const answered = await reader.headers(numbers.filter((number) => !known.has(number)))
  const all = new Map([...known.values(), ...answered].map((header) => [header.number, header]))
  const headers = numbers.flatMap((number) => all.get(number) ?? [])
  headers.forEach(({ number, parentHash }, index) => {
    const parent = headers[index - 1]
    if (parent && parentHash !== parent.hash)
      throw new RpcInconsistentError(`block ${number} does not follow on the one before`)
  })
  return headers
}

interface Doubtful {
  readonly header: Header
  readonly logs: readonly RawLog[]
  readonly kinds: readonly EventKind[]
}

const refuse = ({ header, kinds }: Doubtful, chance: number): void => {
  if (chance >= COINCIDENCE_MAX) return
  const [kind] = kinds
  throw new WrongLogsError(
    `block ${header.number} has no log of ${kind?.address} with ${kind?.topic}, and its logsBloom has both`,
  )
}

/**
 * Logs of the range, including those found by requests for single blocks. A block whose bloom may hold an
 * event that no log explains is requested again, by its hash. @throws WrongLogsError while `patient`: if the
 * second answer differs, or a coincidence in the bloom is too unlikely.
 */
export const confirmAlone = async (
  reader: ChainReader,
  range: FetchedRange,
  {
    kinds,
    filters,
    patient,
  }: { kinds: readonly EventKind[]; filters: readonly LogFilter[]; patient: boolean },
): Promise<readonly RawLog[]> => {
  if (kinds.length === 0) return range.logs
  const byBlock = Map.groupBy<bigint, RawLog>(range.logs, ({ blockNumber }) => blockNumber)
  const doubtful = (await headersOf(reader, range)).flatMap((header): Doubtful[] => {
    const logs = byBlock.get(header.number) ?? []
    const open = unexplainedKinds(readBloom(header.logsBloom), kinds, logs)
    return open.length === 0 ? [] : [{ header, logs, kinds: open }]
  })
  if (doubtful.length === 0) return range.logs
  const again = await reader.logsOfBlocks(
    filters,
    doubtful.map(({ header }) => header.hash),
  )
  doubtful.forEach((one, index) => {
    const logs = again[index] ?? []
    if (!sameLogs(one.logs, logs)) {
      if (patient)
        throw new WrongLogsError(`block ${one.header.number} has other logs when it is asked alone`)
      byBlock.set(one.header.number, [...logs])
    } else if (patient) {
      const bloom = readBloom(one.header.logsBloom)
      refuse(one, Math.min(...one.kinds.map((kind) => chanceOfNone(bloom, kind, logs))))
    }
  })
  return [...byBlock].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, logs]) => logs)
}
