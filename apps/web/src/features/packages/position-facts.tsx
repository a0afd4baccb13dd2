import type { PackagePosition } from '@dr/protocol/calls/packages'
import type { NetIncome } from '@dr/protocol/rules/package-offer'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { at } from '../../ui/lists/receipt-rows.tsx'
import { Address } from '../../ui/text/address.tsx'
import { ExitNote } from './exit-note.tsx'
import { netRows } from './net-rows.tsx'
import { useBurnBps } from './use-burn-bps.ts'

type PositionFactsProps = {
  readonly position: PackagePosition
  /** Net income of the whole term; null: not known yet. */
  readonly net: NetIncome | null
}

/** Details of one position. */
export const PositionFacts = ({ position, net }: PositionFactsProps) => {
  const t = useT()
  const burnBps = useBurnBps()
  const { token, incomeToken, credited, endedAt, txHash } = position
  const amount = (value: string, of: string) => <Amount value={BigInt(value)} token={of} size="sm" />
  const rows: ReceiptRow[] = [
    { label: t('packages.row.position'), value: `#${position.positionId}` },
    { label: t('packages.row.principal'), value: amount(position.principal, token) },
    { label: t('packages.row.income'), value: amount(position.income, incomeToken) },
    ...(endedAt === null ? netRows(t, { result: net, token: incomeToken, burnBps }) : []),
    { label: t('packages.row.accrued'), value: amount(position.accrued, incomeToken), tone: 'in' },
    ...(credited === '0'
      ? []
      : [{ label: t('packages.row.credited'), value: amount(credited, incomeToken), tone: 'in' as const }]),
    { label: t('packages.row.starts'), value: at(position.startsAt) },
    endedAt === null
      ? { label: t('packages.row.matures'), value: at(position.maturesAt) }
      : { label: t('packages.state.ended'), value: at(endedAt) },
    { label: t('packages.row.origin'), value: t(`packages.origin.${position.origin}`) },
    ...(txHash === null
      ? []
      : [{ label: t('ledger.detail.tx'), value: <Address address={txHash} keep={4} /> }]),
  ]
  return (
    <div className="mt-3 flex flex-col gap-2">
      <Receipt rows={rows} />
      {endedAt === null ? (
        <ExitNote
          token={token}
          incomeToken={incomeToken}
          principal={BigInt(position.principal)}
          income={BigInt(position.income)}
        />
      ) : null}
    </div>
  )
}
