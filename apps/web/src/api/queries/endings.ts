import type { ResponseOf } from '@dr/protocol/call'
import type { Machine, MachineState } from '@dr/protocol/calls/user-mining'
import { PAGE_LIMIT_MAX } from '@dr/protocol/constants'
import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'
import { miningKey } from './mining.ts'

/** 1,000 machines; where there are more, the reading says that it is not complete. */
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

/** Machines that produce, and what is locked (the soonest first): what the reminders are made of. */
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

/** Machines that mine nothing, never powered or out of electricity: all of them, not the first page. */
export const stoppedQuery = (address: Address, state: 'not-activated' | 'paused') =>
  queryOptions({
    queryKey: [...miningKey(address), 'stopped', state],
    queryFn: ({ signal }) => readMachines(state, signal),
    refetchInterval: 30_000,
  })

/** Between final and booked the server takes a moment. */
export const ASK_AGAIN_MS = 1_500

/**
 * Those of these machines that produce, and then the pool, which counts them; asked again until all of them
 * do.
 */
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
