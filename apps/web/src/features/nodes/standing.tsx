import { formatUsdSet } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { ProgressBar } from '../../ui/pictures/progress-bar.tsx'
import { type NodeRanking, shareOf } from './ranking.ts'

const CONDITIONS = ['own', 'direct'] as const
type Condition = (typeof CONDITIONS)[number]

const dollars = (amount: string): string => formatUsdSet(BigInt(amount))

/** Both conditions of a node: progress, and the missing amount. */
export const Standing = ({ ranking }: { readonly ranking: NodeRanking }) => {
  const t = useT()
  const { mine, required } = ranking
  const lacking = CONDITIONS.filter((condition) => mine.missing[condition] !== '0')
  return (
    <section aria-label={t('nodes.mine')} className="flex flex-col gap-2.5">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-14">
        <span className="text-t2">{t('nodes.mine')}</span>
        <Chip tone={mine.node ? 'in' : 'off'}>
          {mine.rank === null ? t('nodes.not') : t('nodes.rank', { rank: mine.rank })}
        </Chip>
      </p>
      {CONDITIONS.map((condition) => (
        <Way key={condition} condition={condition} mine={mine} required={required} />
      ))}
      <ul className="flex flex-col gap-1 text-14">
        {lacking.length === 0 ? (
          <li className="flex items-center gap-2 text-in">
            <Icon name="check" size={16} />
            <span>{t(mine.node ? 'nodes.missing.none' : 'nodes.missing.next')}</span>
          </li>
        ) : (
          lacking.map((condition) => (
            <li key={condition} className="num">
              {t(`nodes.missing.${condition}`, { amount: dollars(mine.missing[condition]) })}
            </li>
          ))
        )}
      </ul>
    </section>
  )
}

type WayProps = Pick<NodeRanking, 'mine' | 'required'> & { readonly condition: Condition }

const Way = ({ condition, mine, required }: WayProps) => {
  const t = useT()
  const has = mine.standing[condition]
  const needs = required[condition]
  const counted = mine[condition]
  const label = t(`nodes.${condition}`)
  return (
    <div className="flex flex-col gap-1">
      <p className="num flex flex-wrap items-baseline justify-between gap-x-3 text-14">
        <span>{label}</span>
        <span className="ml-auto text-t2">
          {t('nodes.of', { amount: dollars(has), required: dollars(needs) })}
        </span>
      </p>
      <ProgressBar
        value={shareOf(BigInt(has), BigInt(needs))}
        label={label}
        tone={BigInt(has) >= BigInt(needs) ? 'in' : 'gold'}
      />
      {counted === has ? null : (
        <p className="num text-12 text-t2">{t('nodes.counted', { amount: dollars(counted) })}</p>
      )}
    </div>
  )
}
