import { formatAmount } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import type { podPowerInfo } from '@dr/protocol/calls/pod-power'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ShareBar } from '../../ui/pictures/share-bar.tsx'

const text = (amount: string): string => formatAmount(BigInt(amount), { maxDecimals: 4 })

export type PodPowerInfo = ResponseOf<typeof podPowerInfo>

/** The user's remaining POD power, and its division this week. */
export const PowerHero = ({ info }: { readonly info: PodPowerInfo }) => {
  const t = useT()
  const left = BigInt(info.left)
  const parts = [
    { label: t('power.pledged'), size: BigInt(info.staying), tone: 'gold' },
    { label: t('power.joining'), size: BigInt(info.joining), tone: 'in' },
    { label: t('power.leaving'), size: BigInt(info.leaving), tone: 'out' },
    { label: t('power.unpledged'), size: BigInt(info.unpledged), tone: 'quiet' },
  ] as const
  // Zero parts are hidden, except the first.
  const shown = parts.filter(({ size }, index) => size > 0n || index === 0)
  return (
    <section className="px-1 pt-2.5" aria-label={t('power.left')}>
      <p className="flex items-center gap-1.5 text-12 text-t2">
        {t('power.left')}
        {BigInt(info.pledged) > 0n ? <Chip tone="in">{t('power.drawing')}</Chip> : null}
      </p>
      <Amount value={left} token="POD" size="hero" />
      <p className="num mt-1.5 mb-3 text-12 text-t2">
        {t('power.obtainedConsumed', { obtained: text(info.obtained), consumed: text(info.consumed) })}
      </p>
      <ShareBar
        label={t('power.left')}
        parts={shown.map((part) => ({ ...part, value: <Amount value={part.size} token="POD" size="sm" /> }))}
      />
    </section>
  )
}
