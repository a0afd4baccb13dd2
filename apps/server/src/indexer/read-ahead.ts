/** The next blocks to process, fetched while the previous ones are written. */
import type { ChainNow } from '../platform/chain/chain-clock.ts'
import type { Header, LogFilter } from './chain-reader.ts'
import { checkCursor } from './check-chain.ts'
import { type Asking, type EndpointLogs, findWitness } from './completeness/ask-endpoints.ts'
import type { Endpoint } from './endpoint-pool.ts'
import type { Endpoints } from './endpoints.ts'
import { RpcInconsistentError } from './errors.ts'
import { type FetchedRange, fetchRange, type Parent } from './fetch-range.ts'
import type { indexerMetrics } from './metrics.ts'
import { type RangeSize, startRange } from './range-size.rules.ts'

/** A range, with another endpoint's logs of it. */
export interface ReadRange {
  readonly range: FetchedRange
  readonly witness: EndpointLogs | undefined
}

/** A range that is fetched while the one before it is written. */
interface Ahead {
  readonly endpoint: Endpoint
  readonly first: bigint
  readonly parent: Parent
  readonly read: Promise<ReadRange>
}

const lastConfirmable = async (
  endpoints: Endpoints,
  endpoint: Endpoint,
  finalized: Header,
): Promise<Header> => {
  const number = await endpoints.confirmable(endpoint, finalized)
  if (number === finalized.number) return finalized
  const header = await endpoint.reader.header(number)
  if (!header) throw new RpcInconsistentError(`the node does not have block ${number}, which is final`)
  return header
}

export const createReadAhead = (input: {
  readonly endpoints: Endpoints
  readonly asking: Asking
  readonly filters: readonly LogFilter[]
  readonly startBlock: bigint
  readonly rangeMax: number
  readonly metrics: ReturnType<typeof indexerMetrics>
}) => {
  const { endpoints, asking, filters, startBlock, metrics } = input
  let size: RangeSize = startRange(input.rangeMax)
  /** The newest final block that another endpoint has too. */
  let newest: Header | undefined
  let ahead: Ahead | undefined

  const read = async (
    endpoint: Endpoint,
    place: { first: bigint; parent: Parent | undefined; finalized: Header; size: RangeSize },
  ): Promise<ReadRange> => {
    const hasOthers = endpoints.othersOf(endpoint).length > 0
    const range = await fetchRange(endpoint.reader, { ...place, filters, hasOthers })
    return { range, witness: hasOthers ? await findWitness(asking, endpoint, range) : undefined }
  }

  return {
    /** The blocks after the clock; undefined if nothing new is final. */
    next: async (endpoint: Endpoint, clock: ChainNow | undefined): Promise<ReadRange | undefined> => {
      const first = (clock?.blockNumber ?? startBlock) + 1n
      const known = ahead
      ahead = undefined
      const follows = known?.first === first && known.parent.hash === clock?.hash
      if (known && follows && known.endpoint === endpoint) return known.read
      const said = await endpoint.reader.finalized()
      metrics.finalized.set(Number(said.number))
      const finalized = said.number < first ? said : await lastConfirmable(endpoints, endpoint, said)
      newest = finalized
      if (clock && finalized.number < clock.blockNumber) {
        await checkCursor(endpoint.reader, clock) // throws if the chain lost blocks
        return undefined
      }
      if (finalized.number < first) return undefined
      return read(endpoint, { first, parent: clock, finalized, size })
    },
    /** Starts to fetch the blocks after a range. */
    goOn: (endpoint: Endpoint, { to, size: nextSize }: FetchedRange): void => {
      size = nextSize
      metrics.rangeBlocks.set(size.blocks)
      if (!newest || to.number >= newest.number) return
      const first = to.number + 1n
      const started = read(endpoint, { first, parent: to, finalized: newest, size })
      started.catch(() => undefined) // thrown where it is awaited; otherwise it is fetched again
      ahead = { endpoint, first, parent: to, read: started }
    },
  }
}
