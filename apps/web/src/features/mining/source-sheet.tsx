import { nextHalving } from '@dr/protocol/rules/mining-rate'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { day, shownDate } from '../../ui/text/moment.ts'
import { type MiningInfo, runningPart } from './reading.ts'

type SourceSheetProps = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly info: MiningInfo
}

/** Calculation and funding of the hero's number. */
export const SourceSheet = ({ open, onOpenChange, info }: SourceSheetProps) => {
  const t = useT()
  return (
    <Sheet
      name="source"
      open={open}
      onOpenChange={onOpenChange}
      title={t('home.detail.title')}
      description={t('home.detail.text')}
    >
      <Receipt
        rows={[
          {
            label: t('home.detail.released'),
            value: <Amount value={BigInt(info.accrued)} token="DR" size="sm" />,
          },
          {
            label: t('home.detail.running'),
            value: <Amount value={runningPart(info)} token="DR" size="sm" />,
          },
          {
            label: t('home.detail.rate'),
            value: <Amount value={BigInt(info.ratePerDay)} token="DR" size="sm" />,
          },
          { label: t('home.detail.funding'), value: t('home.detail.release', { id: info.releaseId }) },
          { label: t('home.detail.asOf'), value: shownDate(info.asOf * 1_000, 'YMDHMS') },
          { label: t('home.detail.block'), value: formatCount(info.clock.blockNumber) },
          {
            label: t('home.detail.halvesOn'),
            value: day(nextHalving(info.fundedUntil, info.asOf)),
          },
          {
            label: t('home.detail.total'),
            value: <Amount value={BigInt(info.collectedTotal)} token="DR" size="sm" />,
            total: true,
          },
        ]}
      />
    </Sheet>
  )
}
