/** An endpoint with wrong answers, in front of a real chain. */
import { numberToHex } from 'viem'
import { startEndpoint } from './scripted-chain.ts'

interface Log {
  readonly blockNumber: string
  readonly logIndex: string
  readonly topics: readonly string[]
  readonly transactionHash: string
  readonly data: string
}

type Header = Readonly<Record<string, unknown>> & { readonly number: string; readonly timestamp: string }

/** Whether a log is left out; `head`: the newest block. */
export type Omission = (log: Log, head: bigint) => boolean

export const OMISSIONS = {
  'no logs at all': () => true,
  'every third log': ({ blockNumber, logIndex }) => (BigInt(blockNumber) + BigInt(logIndex)) % 3n === 0n,
  'logs of the five newest blocks come late': ({ blockNumber }, head) => BigInt(blockNumber) > head - 5n,
} satisfies Record<string, Omission>

/** Leaves out events of one kind. */
export const lacksTopic =
  (topic: string): Omission =>
  ({ topics }) =>
    topics[0] === topic

const shift =
  (seconds: bigint) =>
  (header: Header): Header => ({ ...header, timestamp: numberToHex(BigInt(header.timestamp) + seconds) })

/** Changes of headers that keep their hash. */
export const HEADER_FAULTS = {
  'a time a quarter of an hour later': shift(900n),
  'a time 31 days later': shift(2_678_400n),
  'a time an hour earlier': shift(-3_600n),
  'another number': (header) => ({ ...header, number: numberToHex(BigInt(header.number) + 1n) }),
  'another parent': (header) => ({ ...header, parentHash: `0x${'5'.repeat(64)}` }),
  'an empty bloom': (header) => ({ ...header, logsBloom: `0x${'0'.repeat(512)}` }),
} satisfies Record<string, (header: Header) => Header>

/** Changes of logs that keep their place. */
export const LOG_FAULTS = {
  'another transaction': (log) => ({ ...log, transactionHash: `0x${'7'.repeat(64)}` }),
  'ten times the amount': (log) => ({ ...log, data: `0x${log.data.slice(3)}0` }),
} satisfies Record<string, (log: Log) => Log>

/** Each may be set at any time; without any the endpoint is honest. */
export interface Faults {
  omits?: Omission | undefined
  header?: ((header: Header) => Header) | undefined
  log?: ((log: Log) => Log) | undefined
  /** Changes the result of an `eth_call`. */
  call?: ((result: string) => string) | undefined
}

export const startFaultyEndpoint = async (upstream: string, faults: Faults = {}) => {
  const state: Faults = { ...faults }
  const newest = async (): Promise<bigint> => {
    const response = await fetch(upstream, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
    })
    return BigInt(((await response.json()) as { result: string }).result)
  }
  let head = 0n
  const change = (method: string, result: unknown): unknown => {
    const { omits, header, log, call } = state
    if (method === 'eth_getBlockByNumber' && result !== null && header) return header(result as Header)
    if (method === 'eth_call' && call) return call(result as string)
    if (method !== 'eth_getLogs') return result
    const logs = (result as Log[]).filter((one) => !omits?.(one, head))
    return log ? logs.map(log) : logs
  }
  const endpoint = await startEndpoint(upstream, {
    answer: async () => {
      head = await newest()
    },
    rewrite: ({ method }, text) => {
      const answer = JSON.parse(text) as { result?: unknown }
      return answer.result === undefined
        ? text
        : JSON.stringify({ ...answer, result: change(method, answer.result) })
    },
  })
  return { ...endpoint, state }
}
