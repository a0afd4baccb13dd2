import type { VaultIndex } from '@dr/protocol/token-table'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { settingChangesQuery } from '../../api/queries/settings.ts'
import type { WithdrawalTerms } from '../../chain/reads/read-withdrawal-terms.ts'
import type { PayoutToken } from './withdrawal.rules.ts'

export interface WithdrawalStop {
  readonly reason: 'reserve' | 'operator' | NonNullable<WithdrawalTerms['closed']>
  /** Reason given by the operator. */
  readonly why: string | undefined
}

interface Question {
  readonly vault: VaultIndex
  readonly token: PayoutToken
  /** Terms read from the vault; undefined: not read yet. */
  readonly terms: WithdrawalTerms | undefined
}

/** Reason why an account does not pay a token now; null: none known. */
export const useStopOf = (): ((question: Question) => WithdrawalStop | null) => {
  const overview = useQuery(overviewQuery())
  const stops = useInfiniteQuery(settingChangesQuery()).data?.pages[0]?.stops
  return ({ vault, token, terms }) => {
    const line = overview.data?.reserves.find((one) => one.vault === vault && one.token === token)
    if (line?.stopped === true) return { reason: 'reserve', why: undefined }
    const byHand = stops?.find(
      ({ what }) => what === `vault-${vault}` || what === `withdraw-${token === 'DR' ? 'dr' : 'usdt'}`,
    )
    if (byHand !== undefined) return { reason: 'operator', why: byHand.reason }
    const closed = terms?.closed ?? null
    return closed === null ? null : { reason: closed, why: undefined }
  }
}
