import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { formatBps } from '../../ui/text/format.ts'
import { useBurnBps } from './use-burn-bps.ts'

/** Placeholder of the same length, so that the note has its height before the burn is known. */
const ANY_PERCENT = '5%'

/** Explanation of the net column. */
export const NetNote = () => {
  const t = useT()
  const burnBps = useBurnBps()
  const percent = burnBps === undefined ? ANY_PERCENT : formatBps(burnBps)
  return (
    <p className={cx('pb-2 text-14 text-t2', burnBps === undefined && 'invisible')}>
      {t('home.packages.netNote', { percent })}
    </p>
  )
}
