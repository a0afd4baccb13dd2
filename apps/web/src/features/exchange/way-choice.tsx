import { useT } from '../../i18n/use-t.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { formatBps } from '../../ui/text/format.ts'

export type Way = 'direct' | 'exchange'

type WayChoiceProps = {
  readonly way: Way
  readonly onWay: (way: Way) => void
  /** Fee of the exchange in 1/10,000; undefined until read. */
  readonly feeBps: number | undefined
}

/** Choice between wrapping, without a fee, and the exchange, each with its cost. */
export const WayChoice = ({ way, onWay, feeBps }: WayChoiceProps) => {
  const t = useT()
  return (
    <Segmented<Way>
      label={t('exchange.way')}
      value={way}
      onChange={onWay}
      items={[
        { value: 'direct', label: t('exchange.way.direct') },
        {
          value: 'exchange',
          label: t('exchange.way.exchange', { fee: feeBps === undefined ? '…' : formatBps(feeBps) }),
        },
      ]}
    />
  )
}
