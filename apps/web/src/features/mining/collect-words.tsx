import { formatAmount } from '@dr/protocol/amounts'
import { COLLECT_MINIMUM } from '@dr/protocol/constants'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { isCollectable, type MiningInfo } from './reading.ts'

type CollectWordsProps = {
  /** For `aria-describedby` of the button. */
  readonly id?: string
  /** Undefined while it is read. */
  readonly info: MiningInfo | undefined
}

/**
 * The rule, which is the same for everyone and already in the document (index.html); below it what collecting
 * moves now. One height, whatever there is to say.
 */
export const CollectWords = ({ id, info }: CollectWordsProps) => {
  const t = useT()
  return (
    <div id={id} className="num mt-1 text-12 text-t2">
      <p>{t('home.collectRule', { minimum: formatAmount(COLLECT_MINIMUM) })}</p>
      <p className="min-h-4.5">{info && nowText(t, info)}</p>
    </div>
  )
}

const nowText = (t: Translate, info: MiningInfo): string =>
  isCollectable(info)
    ? t('home.collectWhat', { amount: formatAmount(BigInt(info.accrued)) })
    : t('message.no_tq')
