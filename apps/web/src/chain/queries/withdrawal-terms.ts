import { queryOptions } from '@tanstack/react-query'
import { walletKey } from '../../api/invalidate.ts'
import type { WithdrawalQuestion } from '../reads/read-withdrawal-terms.ts'

/** Caps, burn and pause of a vault, read from the chain by this device; an error when no node answers. */
export const withdrawalTermsQuery = (question: WithdrawalQuestion) =>
  queryOptions({
    queryKey: [...walletKey(question.address), 'withdrawal-terms', question.vault, question.token],
    queryFn: async () => (await import('../reads/read-withdrawal-terms.ts')).readWithdrawalTerms(question),
    refetchInterval: 15_000,
  })
