import type { PackagePosition } from '@dr/protocol/calls/packages'
import { useT } from '../../i18n/use-t.ts'
import { Address } from '../../ui/address.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatDate } from '../../ui/format.ts'
import { Receipt, type ReceiptRow } from '../../ui/receipt.tsx'

const at = (seconds: number): string => formatDate(seconds * 1_000, 'YMDHMS')

/** Everything about one position. */
export function PositionFacts({ position }: { readonly position: PackagePosition }) {
  const t = useT()
  const { token, incomeToken, nextIncomeAt, txHash } = position
  const amount = (value: string, of: string) => <Amount value={BigInt(value)} token={of} size="sm" />
  const rows: ReceiptRow[] = [
    { label: t('packages.row.position'), value: `#${position.positionId}` },
    { label: t('packages.row.principal'), value: amount(position.principal, token) },
    { label: t('packages.row.income'), value: amount(position.income, incomeToken) },
    { label: t('packages.row.accrued'), value: amount(position.accrued, incomeToken), tone: 'in' },
    { label: t('packages.row.credited'), value: amount(position.credited, incomeToken), tone: 'in' },
    ...(nextIncomeAt === null ? [] : [{ label: t('packages.row.nextIncome'), value: at(nextIncomeAt) }]),
    { label: t('packages.row.starts'), value: at(position.startsAt) },
    { label: t('packages.row.matures'), value: at(position.maturesAt) },
    { label: t('packages.row.origin'), value: t(`packages.origin.${position.origin}`) },
    ...(txHash === null
      ? []
      : [{ label: t('ledger.detail.tx'), value: <Address address={txHash} keep={4} /> }]),
  ]
  return (
    <div className="mt-3">
      <Receipt rows={rows} />
    </div>
  )
}
