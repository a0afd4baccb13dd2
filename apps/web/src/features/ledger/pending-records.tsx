import type { Address } from 'viem'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip } from '../../ui/chip.tsx'
import { toServerTime } from '../../ui/clock.ts'
import { Card } from '../../ui/layout/card.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { formatCount, formatShort } from '../../ui/text/format.ts'
import { openTransaction } from '../transaction/intents.ts'
import { type PendingWork, usePending } from '../transaction/work/pending.ts'

type PendingRecordsProps = {
  readonly address: Address
  readonly kind: 'buy-machine' | 'activate-machine'
  /** Records that the server already lists: this device may learn of finality later. */
  readonly final: readonly { readonly orderId: string }[]
}

/** Pending work of this device that the server does not list yet, so that each record appears once. */
export const notListed = <Work extends Pick<PendingWork, 'kind' | 'stage' | 'orderId'>>(
  works: readonly Work[],
  { kind, final }: Pick<PendingRecordsProps, 'kind' | 'final'>,
): readonly Work[] => {
  const listed = new Set(final.map(({ orderId }) => orderId))
  return works.filter(
    (work) =>
      work.kind === kind && (work.stage === 'pending' || work.stage === 'seen') && !listed.has(work.orderId),
  )
}

/**
 * Records sent by this device and not final yet, which the server does not list. A tap opens the
 * transaction.
 */
export const PendingRecords = ({ address, kind, final }: PendingRecordsProps) => {
  const works = notListed(usePending(address), { kind, final })
  if (works.length === 0) return null
  return (
    <Card className="py-1">
      <ul>
        {works.map((work) => (
          <PendingRecord key={work.orderId} work={work} />
        ))}
      </ul>
    </Card>
  )
}

const PendingRecord = ({ work }: { readonly work: PendingWork }) => {
  const t = useT()
  const [incoming] = work.voucher?.incoming ?? []
  const title =
    incoming?.kind === 'machines'
      ? `${incoming.name} × ${formatCount(incoming.count)}`
      : t('tx.machineCount', { count: incoming?.kind === 'electricity' ? incoming.machines.length : 0 })
  return (
    <ListRow
      icon="clock"
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          {title}
          <Chip>{t('withdrawal.status.pending')}</Chip>
        </span>
      }
      detail={formatShort(toServerTime(work.updatedAt))}
      value={work.voucher?.outgoing.map(({ token, amount }) => (
        <span key={token} className="block">
          <Amount value={-BigInt(amount)} token={token} size="sm" maxDecimals={2} />
        </span>
      ))}
      onClick={() => void openTransaction({ kind: 'resume', orderId: work.orderId })}
    />
  )
}
