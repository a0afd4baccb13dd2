import { formatAmount } from '@dr/protocol/amounts'
import { BPS } from '@dr/protocol/constants'
import { TOKENS, type Token } from '@dr/protocol/tokens'
import type { Translate } from '../../../i18n/translate.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Banner } from '../../../ui/layout/banner.tsx'
import type { Change } from '../plan/plan.ts'

const isToken = (field: Change['field']): field is Extract<Change['field'], Token> =>
  TOKENS.some((token) => token === field)

const fieldKeys = {
  amount: 'tx.change.amount',
  burn: 'tx.change.burn',
  output: 'tx.change.output',
  machines: 'tx.row.machines',
  periods: 'tx.row.electricity',
} as const satisfies Record<Exclude<Change['field'], Token>, string>
const fieldText = (t: Translate, field: Change['field']): string =>
  isToken(field) ? t('tx.change.paid', { token: field }) : t(fieldKeys[field])
const COUNTS: readonly Change['field'][] = ['machines', 'periods']

const formatChange = ({ field }: Change, value: bigint): string =>
  COUNTS.includes(field) ? String(value) : formatAmount(value)

/** Threshold of a large change, in 1/10,000. */
const LARGE_BPS = 100n

/** Change of the output in 1/10,000, below 0 when less comes; null for other fields. */
const movedBps = ({ field, before, after }: Change): bigint | null =>
  field !== 'output' || before === 0n ? null : ((after - before) * BPS) / before

const percentText = (bps: bigint): string => {
  const size = bps < 0n ? -bps : bps
  return `${bps < 0n ? '−' : '+'}${size / 100n}.${String(size % 100n).padStart(2, '0')}%`
}

/** Note on a renewed quote: its changes, or that there are none. */
export const ChangesNote = ({
  changes,
  renewals,
}: {
  readonly changes: readonly Change[]
  readonly renewals: number
}) => {
  const t = useT()
  if (renewals === 0) return null
  if (changes.length === 0)
    return (
      <Banner tone="in" icon="check" live>
        {t('tx.renewed')}
      </Banner>
    )
  const worse = changes.some((change) => (movedBps(change) ?? 0n) <= -LARGE_BPS)
  return (
    <Banner tone={worse ? 'out' : 'gold'} icon="alert" live>
      <p className="font-semibold">
        {worse ? t('tx.movedFar', { percent: `${LARGE_BPS / 100n}%` }) : t('tx.changed')}
      </p>
      <ul className="num">
        {changes.map((change) => (
          <li key={change.field}>
            <span>
              {`${fieldText(t, change.field)}: ${formatChange(change, change.before)} → ${formatChange(change, change.after)}`}
            </span>
            <Moved bps={movedBps(change)} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

const Moved = ({ bps }: { readonly bps: bigint | null }) =>
  bps === null ? null : <span>{` (${percentText(bps)})`}</span>
