import { LEVEL_THRESHOLDS_USD } from '@dr/protocol/constants'
import { formatUsdCost, formatUsdSet } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { type Mine, missingToNext, rungs } from './level.ts'

/** The user's level, its basis, and the progress to the next. */
export const LevelCard = ({ mine }: { readonly mine: Mine }) => {
  const t = useT()
  const missing = missingToNext(mine)
  return (
    <Card className="flex flex-col gap-3 pb-0">
      <CardHeader
        title={t('community.level')}
        aside={<span className="text-20 font-semibold text-gold">{`V${mine.level}`}</span>}
      />
      <Ladder mine={mine} />
      <p className="num flex flex-wrap items-baseline justify-between gap-x-3 text-14">
        <span className="text-t2">{t('community.level.value')}</span>
        <span className="ml-auto text-right">
          <Amount value={BigInt(mine.value)} token="USD" maxDecimals={2} />
        </span>
      </p>
      <p className="num text-14">
        {missing === null || mine.next === null
          ? t('community.level.top')
          : t('community.level.missing', { level: mine.next.level, amount: formatUsdCost(missing) })}
      </p>
      <p className="text-12 text-t2">{t('community.level.rule')}</p>
      <div className="border-t border-line">
        <Disclosure title={t('community.level.ladder')}>
          <Receipt
            rows={LEVEL_THRESHOLDS_USD.map((needs, level) => ({
              label: `V${level}`,
              value: formatUsdSet(needs),
              tone: level <= mine.level ? 'in' : 'plain',
            }))}
          />
        </Disclosure>
      </div>
    </Card>
  )
}

/** V1 to V6 side by side, filled by progress; the text below says the same. */
const Ladder = ({ mine }: { readonly mine: Mine }) => (
  <div aria-hidden="true" className="num flex gap-1 text-center text-12">
    {rungs(mine).map((climbed, below) => {
      const level = below + 1
      return (
        <div key={level} className="min-w-0 flex-1">
          <div className="h-2 overflow-hidden rounded-6 bg-s3">
            <div className="h-full bg-gold-fill" style={{ width: `${climbed * 100}%` }} />
          </div>
          <span className={level <= mine.level ? 'text-gold' : 'text-t2'}>{`V${level}`}</span>
        </div>
      )
    })}
  </div>
)
