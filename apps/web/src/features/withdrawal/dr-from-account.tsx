import { formatAmount } from '@dr/protocol/amounts'
import { VAULT_INDEXES, type VaultIndex } from '@dr/protocol/token-table'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { configQuery } from '../../api/queries/public.ts'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import { withdrawalLimitsQuery } from '../../api/queries/withdrawal-limits.ts'
import { withdrawalTermsQuery } from '../../chain/queries/withdrawal-terms.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { NumberedList } from '../../ui/lists/numbered-list.tsx'
import { limitsOf } from './limits-of.ts'
import { type DrSource, type DrWithdrawal, drOffer } from './missing-dr.rules.ts'
import { useStopOf } from './use-stop-of.ts'

type DrFromAccountProps = {
  readonly address: Address
  /** DR that the wallet lacks. */
  readonly missing: bigint
  /** USD of the withdrawal that needs it, 18 decimals. */
  readonly usd: bigint
  readonly onWithdrawDr: (withdrawal: DrWithdrawal) => void
}

/** DR withdrawals from the accounts that would cover the missing amount; otherwise how much they bring. */
export const DrFromAccount = ({ address, missing, usd, onWithdrawDr }: DrFromAccountProps) => {
  const t = useT()
  const sources = useDrSources(address)
  const offer = drOffer(sources, { missing, usd })
  const [first] = offer?.withdrawals ?? []
  if (offer === null || first === undefined) return null
  const shown = (value: bigint): string => formatAmount(value, { maxDecimals: 4 })
  if (!offer.isEnough)
    return <p className="mt-2">{t('withdrawal.burn.fromAccountPart', { amount: shown(offer.brings) })}</p>
  return (
    <>
      <p className="mt-2 mb-2">{t('withdrawal.burn.fromAccount')}</p>
      <NumberedList
        label={t('tx.steps')}
        items={offer.withdrawals.map(({ vault, amount, brings }) =>
          t('withdrawal.burn.fromAccountStep', {
            account: t(`assets.account.${vault}`),
            amount: shown(amount),
            brings: shown(brings),
          }),
        )}
      />
      <Button size="sm" className="mt-3" onClick={() => onWithdrawDr(first)}>
        {t('withdrawal.burn.withdrawDr')}
      </Button>
    </>
  )
}

/** Separate queries: `useQueries` would add 1 kB to the chunk that all pages load. */
const useDrTerms = (address: Address, vault: VaultIndex) =>
  useQuery(withdrawalTermsQuery({ address, vault, token: 'DR' }))

/** Accounts that can pay DR now: their vault has answered, and is not paused. */
const useDrSources = (address: Address): readonly DrSource[] => {
  const { data: config } = useQuery(configQuery())
  const { data: money } = useQuery(userMoneyQuery(address))
  const recent = useQuery(withdrawalLimitsQuery(address))
  const stopOf = useStopOf()
  const read = [useDrTerms(address, 0), useDrTerms(address, 1), useDrTerms(address, 2)] as const
  // No offer that the next answer may change.
  const isPending = [...read, recent].some((one) => one.isPending)
  if (config === undefined || money === undefined || isPending) return []
  const { parameters } = config
  const recentDeposits = recent.data?.recentDeposits
  return VAULT_INDEXES.flatMap((vault) => {
    const terms = read[vault].data
    const question = { vault, token: 'DR', terms } as const
    if (terms === undefined || stopOf(question) !== null) return []
    return [{ vault, limits: limitsOf({ ...question, money, parameters, recentDeposits }) }]
  })
}
