import { useT } from '../../i18n/use-t.ts'
import { burnPercent, useBurnBps } from './use-burn-bps.ts'

/** What the column of net figures means. */
export function NetNote() {
  const t = useT()
  const burnBps = useBurnBps()
  return (
    <p className="min-h-[68px] pb-2 text-14 text-t2">
      {burnBps === undefined ? null : t('home.packages.netNote', { percent: burnPercent(burnBps) })}
    </p>
  )
}
