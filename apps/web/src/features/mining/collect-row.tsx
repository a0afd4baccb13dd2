import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { miningInfoQuery } from '../../api/queries/mining.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TickingAmount } from '../../ui/ticking-amount.tsx'
import { miningReading, secondsToCollect, waitParts } from './reading.ts'
import { useCollect } from './use-collect.ts'

/** The same before and after the reading, so that nothing below it jumps. */
const HEIGHT = 'min-h-28 py-3'

function Waiting() {
  const t = useT()
  return (
    <Card className={HEIGHT}>
      <h2 className="text-12 text-t2">{t('home.collectable')}</h2>
      <Skeleton className="mt-2 h-5 w-32" />
    </Card>
  )
}

/** The waiting DR in one row, for pages whose screen is about something else. Nothing while there is nothing. */
export function CollectRow({ address }: { readonly address: Address }) {
  const t = useT()
  const { data, dataUpdatedAt } = useQuery(miningInfoQuery(address))
  const { collect, busy } = useCollect(address)
  const whatId = useId()
  if (!data) return <Waiting />
  if (data.accrued === '0') return null
  const wait = secondsToCollect(data)
  return (
    <Card className={HEIGHT}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex-1">
          <h2 className="text-12 text-t2">{t('home.collectable')}</h2>
          <TickingAmount reading={miningReading(data, dataUpdatedAt)} token="DR" size="md" />
        </div>
        <Button
          size="sm"
          variant="accent"
          busy={busy}
          disabled={wait > 0}
          onClick={collect}
          aria-describedby={whatId}
        >
          {t(wait > 0 ? 'message.no_tq' : 'home.collectShort')}
        </Button>
      </div>
      {/* As on Home: the number runs on, the button moves what is released and then rests for a day. */}
      <p id={whatId} className="mt-1.5 text-12 text-t2">
        {wait > 0
          ? t('home.collectNext', waitParts(wait))
          : t('home.collectWhat', { amount: formatAmount(BigInt(data.accrued)) })}
      </p>
    </Card>
  )
}
