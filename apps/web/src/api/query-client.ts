import { MutationCache, QueryClient } from '@tanstack/react-query'
import { toast } from '../ui/status/toast.ts'
import { ApiError } from './errors.ts'
import { toastRefusal } from './toast-refusal.ts'

const RETRIES_MAX = 2
const RETRY_DELAY_MAX_MS = 8_000

const isRetryable = (error: Error): boolean => !(error instanceof ApiError) || error.retryable

/**
 * How many times longer intervals are that are numbers: while there are live updates (live/live-updates.ts).
 */
export const polling = { slower: 1 }

/** What a user asked for and did not get has a toast too; a failed reading is said in its place alone. */
const sayRefused: NonNullable<MutationCache['config']['onError']> = (error, _, __, { meta }) =>
  meta?.errorText === undefined ? toastRefusal(error) : toast.error(meta.errorText(error))

/** Reads are asked again when nothing was decided; writes never, since they may have been done. */
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
