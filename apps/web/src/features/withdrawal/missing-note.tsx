import { ceilingAt, formatAmount } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { miningInfoQuery } from '../../api/queries/mining.ts'
import { useT } from '../../i18n/use-t.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { sentences } from '../../ui/text/sentences.ts'
import { daysToMine, missingToMinimum, type WithdrawalLimits } from './withdrawal.rules.ts'

type MissingNoteProps = {
  readonly address: Address
  readonly vault: VaultIndex
  readonly limits: WithdrawalLimits
}

/** Amount missing to a withdrawal; for the miner account also the estimated time. */
export const MissingNote = ({ address, vault, limits }: MissingNoteProps) => {
  const t = useT()
  const missing = missingToMinimum(limits)
  const { data: mining } = useQuery({ ...miningInfoQuery(address), enabled: vault === 0 && missing > 0n })
  if (missing === 0n) return null
  const days = mining && vault === 0 ? daysToMine(missing, mining) : null
  const short = t('withdrawal.short', {
    amount: formatAmount(ceilingAt(missing, 4), { maxDecimals: 4 }),
    token: limits.token,
  })
  const when =
    days === null
      ? null
      : days === 0
        ? t('withdrawal.shortCollect')
        : t('withdrawal.shortDays', { count: days })
  return <Banner tone="off">{when === null ? short : sentences(short, when)}</Banner>
}
