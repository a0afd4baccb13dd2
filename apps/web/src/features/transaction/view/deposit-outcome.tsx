import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { depositQuery } from '../../../api/queries/packages.ts'
import { errorText } from '../../../i18n/error-text.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Chip } from '../../../ui/chip.tsx'

/**
 * Booking of a deposit: a position, or returned with the reason. Before its event is final, that it waits.
 */
export const DepositOutcome = ({ account, hash }: { readonly account: Address; readonly hash: string }) => {
  const t = useT()
  const { data } = useQuery(depositQuery(account, hash))
  if (data === undefined || data.state === 'pending')
    return (
      <p role="status" className="text-14 text-t2">
        {t('tx.deposit.waiting')}
      </p>
    )
  if (data.state === 'position')
    return (
      <>
        <Chip tone="in">{t('tx.deposit.booked')}</Chip>
        <p role="status" className="text-14 text-t2">
          {t('tx.deposit.bookedNote', { id: data.positionId ?? '' })}
        </p>
      </>
    )
  if (data.state === 'unknown') return <p className="text-14 text-t2">{t('tx.deposit.unknown')}</p>
  return (
    <>
      <Chip tone="gold">{t('tx.deposit.returned')}</Chip>
      <p role="status" className="text-14 text-t1">
        {t('tx.deposit.returnedNote', { reason: errorText({ code: data.reason, message: '' }) ?? '' })}
      </p>
    </>
  )
}
