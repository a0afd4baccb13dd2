import { DISPLAY_DECIMALS_MAX } from '@dr/protocol/amounts'
import { formatPrice, formatPriceUsdt } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { PayoutAmount } from '../../ui/amounts/payout-amount.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Address } from '../../ui/text/address.tsx'
import { weekDays, weekName } from '../../ui/text/iso-week.ts'
import { moment, unbroken } from '../../ui/text/moment.ts'
import { type DividendWeek, sourcesOf } from './pool.ts'
import { ResultProof } from './result-proof.tsx'

type WeekSheetProps = {
  readonly week: DividendWeek
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Details of a closed week: income by source, payments, winners, and the published result to check. */
export const WeekSheet = ({ week, open, onOpenChange }: WeekSheetProps) => {
  const t = useT()
  return (
    <Sheet
      name="week"
      open={open}
      onOpenChange={onOpenChange}
      title={t('dividend.weekOf', { week: weekName(week.week) })}
    >
      <div className="flex flex-col gap-3">
        <Receipt
          rows={[
            ...sourcesOf(week.income).map(({ name, payout }) => ({
              label: t(`dividend.source.${name}`),
              value: <PayoutAmount payout={payout} />,
            })),
            { label: t('dividend.available'), value: <PayoutAmount payout={week.available} />, total: true },
          ]}
        />
        <Receipt
          rows={[
            {
              label: t('dividend.paid'),
              value: <PayoutAmount payout={week.dividends} tone="in" />,
              tone: 'in',
            },
            { label: t('dividend.prize'), value: <PayoutAmount payout={week.prizeTotal} tone="in" /> },
            { label: t('dividend.carriedOn'), value: <PayoutAmount payout={week.carried} />, total: true },
            {
              label: t('dividend.pledged'),
              value: <Amount value={BigInt(week.pledged)} token="POD" size="sm" maxDecimals={4} />,
            },
            {
              label: t('dividend.perUnitLabel'),
              value: formatPrice(BigInt(week.perUnit), DISPLAY_DECIMALS_MAX),
            },
            ...(week.drPrice === null
              ? []
              : [
                  {
                    label: t('dividend.drPrice'),
                    value: formatPriceUsdt(BigInt(week.drPrice)),
                  },
                ]),
            { label: t('ledger.detail.weekDays'), value: unbroken(weekDays(week.week)) },
            { label: t('dividend.closedAt'), value: moment(week.closedAt) },
          ]}
        />
        {week.prizes.length === 0 ? null : (
          <Disclosure title={t('dividend.winners')}>
            <ol className="flex flex-col">
              {week.prizes.map(({ rank, address, amount }) => (
                <li
                  key={rank}
                  className="num flex items-center gap-3 border-line py-1.5 not-first:border-t text-14"
                >
                  <span className="w-6 shrink-0 text-t2">{rank}</span>
                  <span className="min-w-0 flex-1">
                    <Address address={address} keep={4} copyable={false} icon />
                  </span>
                  <span className="text-right text-t1">
                    <PayoutAmount payout={amount} />
                  </span>
                </li>
              ))}
            </ol>
          </Disclosure>
        )}
        <ResultProof kind="dividends" week={week.week} result={week.result} />
      </div>
    </Sheet>
  )
}
