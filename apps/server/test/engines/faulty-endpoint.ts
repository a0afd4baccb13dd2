/** An endpoint with true headers that leaves out logs, in front of a real chain. */
import { startEndpoint } from './scripted-chain.ts'

interface Log {
  readonly blockNumber: string
  readonly logIndex: string
  readonly topics: readonly string[]
}

/** Which logs it leaves out; `head`: the newest block there is. */
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

/** `omits` may be set at any time; undefined: it is honest. */
export const startFaultyEndpoint = async (upstream: string, omits?: Omission) => {
  const state = { omits }
  const newest = async (): Promise<bigint> => {
    const response = await fetch(upstream, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
    })
    return BigInt(((await response.json()) as { result: string }).result)
  }
  let head = 0n
  const endpoint = await startEndpoint(upstream, {
    answer: async () => {
      head = await newest()
    },
    rewrite: ({ method }, text) => {
      if (method !== 'eth_getLogs' || !state.omits) return text
      const answer = JSON.parse(text) as { result?: Log[] }
      const { omits: isLeftOut } = state
      return JSON.stringify({ ...answer, result: answer.result?.filter((log) => !isLeftOut(log, head)) })
    },
  })
  return { ...endpoint, state }
}
