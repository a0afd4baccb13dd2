import type { Withdrawal } from '@dr/protocol/calls/withdrawal'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { formatDate, formatShort } from '../../ui/text/format.ts'

export type ShownStatus = Withdrawal['status'] | 'pending'

export const statusTones: Record<ShownStatus, Tone> = {
  open: 'gold',
  pending: 'gold',
  used: 'in',
  expired: 'off',
  superseded: 'off',
}

/** Status shown: an open voucher with a seen transaction is pending; every other one as from the server. */
export const shownStatus = ({ status, txHash }: Withdrawal): ShownStatus =>
  status === 'open' && txHash !== null ? 'pending' : status

export const WithdrawalRow = ({
  withdrawal,
  onOpen,
}: {
  readonly withdrawal: Withdrawal
  readonly onOpen: () => void
}) => {
  const t = useT()
  const status = shownStatus(withdrawal)
  return (
    <ListRow
      icon="up"
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          {t(`assets.account.${withdrawal.account}`)}
          <Chip tone={statusTones[status]}>{t(`withdrawal.status.${status}`)}</Chip>
        </span>
      }
      detail={
        status === 'open'
          ? t('withdrawal.until', { time: formatDate(withdrawal.deadline * 1_000, 'HMS') })
          : formatShort(withdrawal.createdAt)
      }
      value={<Amount value={-BigInt(withdrawal.amount)} size="sm" />}
      valueDetail={withdrawal.token}
      onClick={onOpen}
    />
  )
}
