import { formatAmount } from '@dr/protocol/amounts'
import { useT } from '../../i18n/use-t.ts'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { type MiningInfo, secondsToCollect } from './reading.ts'

type CollectWordsProps = {
  /** For `aria-describedby` of the button. */
  readonly id?: string
  /** Undefined while it is read. */
  readonly info: MiningInfo | undefined
  /** Of the button beside it: a condition is said in the size of the offer. */
  readonly size: 'md' | 'sm'
}
const sizes = { md: 'text-16', sm: 'text-14' }

/**
 * What collecting moves now, or when one can again; then the rule, which is the same for everyone: it is
 * there before anything is read, and already in the document (index.html).
 */
export const CollectWords = ({ id, info, size }: CollectWordsProps) => {
  const t = useT()
  return (
    <div id={id} className="mt-2 text-t2">
      {info ? (
        <p className="num text-12">{nowText(t, info)}</p>
      ) : (
        <div className="py-[3px]">
          <Skeleton className="h-3 w-48" />
        </div>
      )}
      <p className={`mt-1 ${sizes[size]}`}>{t('home.collectRule')}</p>
    </div>
  )
}

const nowText = (t: ReturnType<typeof useT>, info: MiningInfo): string => {
  const amount = formatAmount(BigInt(info.accrued))
  if (info.notCollectable === 'below-minimum' && info.accrued !== '0')
    return t('home.collectSoon', { amount })
  // While the countdown runs, what it will move is not settled yet: only that it waits.
  if (secondsToCollect(info) > 0) return t('message.no_tq')
  return info.notCollectable === null ? t('home.collectWhat', { amount }) : t('home.collectNone')
}
