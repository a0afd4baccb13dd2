import { formatAmount } from '@dr/protocol/amounts'
import type { Reserve } from '../../api/reserves.ts'
import type { ReserveReading } from '../../chain/reads/read-reserves.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/pictures/icons.tsx'
import { formatCount } from '../../ui/text/format.ts'

type OwnReadingProps = {
  readonly line: Reserve
  readonly reading: ReserveReading | undefined
  readonly failed: boolean
}

/** This device's own reading of the chain, next to the ledger's figures. */
export const OwnReading = ({ line, reading, failed }: OwnReadingProps) => {
  const t = useT()
  if (reading === undefined)
    return (
      <p className="text-12 text-t2">{t(failed ? 'platform.own.unavailable' : 'platform.own.reading')}</p>
    )
  const values = {
    block: formatCount(reading.readAtBlock),
    amount: `${formatAmount(reading.balance)} ${line.token}`,
  }
  const differs = reading.same === false
  return (
    <p className={cx('num flex items-start gap-1.5 text-12', differs ? 'text-out' : 'text-t2')}>
      <span className={differs ? 'text-out' : 'text-in'}>
        <Icon name={differs ? 'alert' : 'shield'} size={16} />
      </span>
      <span className="min-w-0">
        {reading.same === null
          ? t('platform.own.newest', values)
          : t(differs ? 'platform.own.differs' : 'platform.own.same', values)}
      </span>
    </p>
  )
}
