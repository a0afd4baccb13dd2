import { queryOptions } from '@tanstack/react-query'
import type { RootsEpoch } from '../../api/queries/roots.ts'
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

/** Comparison of a daily root with the chain by this device; repeated when its state changes. */
export const rootsReadingQuery = (epoch: RootsEpoch) =>
  queryOptions({
    queryKey: ['roots-reading', epoch.epoch, epoch.state, epoch.digest],
    queryFn: async () => (await import('../reads/read-roots.ts')).readRoots(epoch),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Keys of the daily roots, read by this device. */
export const rootKeysQuery = () =>
  queryOptions({
    queryKey: ['root-keys'],
    queryFn: async () => (await import('../reads/read-roots.ts')).readRootKeys(),
    staleTime: 60_000,
  })
