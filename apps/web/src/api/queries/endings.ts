import type { ResponseOf } from '@dr/protocol/call'
import type { Machine, MachineState } from '@dr/protocol/calls/user-mining'
import { PAGE_LIMIT_MAX } from '@dr/protocol/constants'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'
import { miningKey } from './mining.ts'

/** Limit of pages: 1,000 machines; with more, `complete` is false. */
const PAGES_MAX = 10

const readMachines = async (
  state: MachineState,
  signal: AbortSignal,
): Promise<{ readonly machines: readonly Machine[]; readonly complete: boolean }> => {
  const machines: Machine[] = []
  let cursor: string | null = null
  for (let page = 0; page < PAGES_MAX && (page === 0 || cursor !== null); page += 1) {
    const answer: ResponseOf<CallOf<'miningDetail'>> = await callApi('miningDetail', {
      signal,
      request: { state, limit: PAGE_LIMIT_MAX, ...(cursor === null ? {} : { cursor }) },
    })
    machines.push(...answer.items)
    cursor = answer.nextCursor
  }
  return { machines, complete: cursor === null }
}

/** Data of the reminders: producing machines, and locks, the soonest first. */
export const endingsQuery = (address: Address) =>
  queryOptions({
    queryKey: [...miningKey(address), 'endings'],
    queryFn: async ({ signal }) => {
      const [{ items: locks }, producing] = await Promise.all([
        callApi('lockList', { signal, request: { limit: PAGE_LIMIT_MAX } }),
        readMachines('producing', signal),
      ])
      return { ...producing, locks }
    },
    staleTime: 60_000,
    refetchInterval: 300_000,
  })

/** All machines in a state without output: never powered, or out of electricity. */
export const stoppedQuery = (address: Address, state: 'not-activated' | 'paused') =>
  queryOptions({
    queryKey: [...miningKey(address), 'stopped', state],
    queryFn: ({ signal }) => readMachines(state, signal),
    refetchInterval: 30_000,
  })

/** Milliseconds between two reads while a final event is not booked yet. */
export const ASK_AGAIN_MS = 1_500

/** Producing ones of these machines, and the pool, which counts them; read again until all produce. */
export const producingQuery = (address: Address, machineIds: readonly string[]) =>
  queryOptions({
    queryKey: [...miningKey(address), 'producing', machineIds.join()],
    queryFn: async ({ signal }) => {
      const { machines } = await readMachines('producing', signal)
      const pool = await callApi('hashRateInfo', { signal })
      return { machines: machines.filter(({ machineId }) => machineIds.includes(machineId)), pool }
    },
    refetchInterval: ({ state }) =>
      state.data && state.data.machines.length === machineIds.length ? false : ASK_AGAIN_MS,
  })
