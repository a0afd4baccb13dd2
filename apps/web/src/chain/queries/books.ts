import { queryOptions } from '@tanstack/react-query'
import type { ReserveQuestion } from '../reads/read-reserves.ts'

/** Vault balances, read by this device at the ledger's own blocks. */
export const reserveReadingsQuery = (questions: readonly ReserveQuestion[]) =>
  queryOptions({
    queryKey: [
      'reserve-readings',
      questions.map(({ contract, token, blockNumber }) => [contract, token, blockNumber]),
    ],
    queryFn: async () => (await import('../reads/read-reserves.ts')).readReserves(questions),
    enabled: questions.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })

/** Settings of the contracts, read by this device. */
export const chainParametersQuery = () =>
  queryOptions({
    queryKey: ['chain-parameters'],
    queryFn: async () => (await import('../reads/read-parameters.ts')).readParameters(),
    staleTime: 60_000,
  })
