import { MutationCache, QueryClient } from '@tanstack/react-query'
import { toast } from '../ui/status/toast.ts'
import { ApiError } from './errors.ts'
import { toastRefusal } from './toast-refusal.ts'

const RETRIES_MAX = 2
const RETRY_DELAY_MAX_MS = 8_000

const isRetryable = (error: Error): boolean => !(error instanceof ApiError) || error.retryable

/** Factor of numeric polling intervals, raised while live updates arrive (live/live-updates.ts). */
export const polling = { slower: 1 }

/** Shows a toast for a failed mutation; a failed read is shown in its place only. */
const sayRefused: NonNullable<MutationCache['config']['onError']> = (error, _, __, { meta }) =>
  meta?.errorText === undefined ? toastRefusal(error) : toast.error(meta.errorText(error))

/** Reads are retried if the server decided nothing; writes never, since they may have been processed. */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    mutationCache: new MutationCache({ onError: sayRefused }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < RETRIES_MAX && isRetryable(error),
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, RETRY_DELAY_MAX_MS),
        staleTime: 10_000,
      },
      mutations: { retry: false },
    },
  })
  const defaulted = client.defaultQueryOptions.bind(client)
  client.defaultQueryOptions = ((options: Parameters<typeof defaulted>[0]) => {
    const all = defaulted(options)
    const { refetchInterval: ms } = all
    return typeof ms === 'number' ? { ...all, refetchInterval: () => ms * polling.slower } : all
  }) as typeof client.defaultQueryOptions
  return client
}
