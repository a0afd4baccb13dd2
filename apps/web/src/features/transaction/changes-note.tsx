import { formatAmount } from '@dr/protocol/amounts'
import { useT } from '../../i18n/use-t.ts'
import { Banner } from '../../ui/banner.tsx'
import type { Change } from './plan.ts'

const fieldKeys = {
  USDT: 'tx.change.usdt',
  DRGV: 'tx.change.drgv',
  DR: 'tx.change.dr',
  burn: 'tx.change.burn',
  machines: 'tx.row.machines',
  periods: 'tx.row.electricity',
} as const satisfies Record<Change['field'], string>
const COUNTS: readonly Change['field'][] = ['machines', 'periods']

const spell = ({ field }: Change, value: bigint): string =>
  COUNTS.includes(field) ? String(value) : formatAmount(value)

/** A quote renewed itself: what is different now, or that nothing is. */
export function ChangesNote({
  changes,
  renewals,
}: {
  readonly changes: readonly Change[]
  readonly renewals: number
}) {
  const t = useT()
  if (renewals === 0) return null
  if (changes.length === 0)
    return (
      <Banner tone="in" icon="check" live>
        {t('tx.renewed')}
      </Banner>
    )
  return (
    <Banner tone="gold" icon="alert" live>
      <p className="font-semibold">{t('tx.changed')}</p>
      <ul className="num">
        {changes.map((change) => (
          <li key={change.field}>
            {t(fieldKeys[change.field])}: {spell(change, change.before)} → {spell(change, change.after)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
