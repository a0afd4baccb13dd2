import { queryOptions } from '@tanstack/react-query'
import type { ReserveQuestion } from '../read-reserves.ts'

/** The vaults' balances, looked up by this device at the ledger's own blocks. */
export const reserveReadingsQuery = (questions: readonly ReserveQuestion[]) =>
  queryOptions({
    queryKey: [
      'reserve-readings',
      questions.map(({ contract, token, blockNumber }) => [contract, token, blockNumber]),
    ],
    queryFn: async () => (await import('../read-reserves.ts')).readReserves(questions),
    enabled: questions.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })

const LIVE_MS = 10_000

/** The same at the newest block, again and again. */
export const liveReservesQuery = (vaults: readonly Pick<ReserveQuestion, 'contract' | 'token'>[]) =>
  queryOptions({
    queryKey: ['live-reserves', vaults.map(({ contract, token }) => [contract, token])],
    queryFn: async () => (await import('../read-reserves.ts')).readLiveReserves(vaults),
    enabled: vaults.length > 0,
    refetchInterval: LIVE_MS,
    placeholderData: (before) => before,
  })

/** Settings of the contracts, read by this device. */
export const chainParametersQuery = () =>
  queryOptions({
    queryKey: ['chain-parameters'],
    queryFn: async () => (await import('../read-parameters.ts')).readParameters(),
    staleTime: 60_000,
  })
