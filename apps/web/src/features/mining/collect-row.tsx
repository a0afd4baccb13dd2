import { useQuery } from '@tanstack/react-query'
import { miningInfoQuery } from '../../api/queries/mining.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TickingAmount } from '../../ui/ticking-amount.tsx'
import { miningReading, secondsToCollect } from './reading.ts'
import { useCollect } from './use-collect.ts'

/** The waiting DR in one row, for pages whose screen is about something else. Nothing while there is nothing. */
export function CollectRow({ address }: { readonly address: Address }) {
  const t = useT()
  const { data, dataUpdatedAt } = useQuery(miningInfoQuery(address))
  const { collect, busy } = useCollect(address)
  if (!data || data.accrued === '0') return null
  const wait = secondsToCollect(data)
  return (
    <Card className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <h2 className="text-12 text-t2">{t('home.collectable')}</h2>
        <TickingAmount reading={miningReading(data, dataUpdatedAt)} token="DR" size="md" />
      </div>
      <Button size="sm" variant="accent" busy={busy} disabled={wait > 0} onClick={collect}>
        {t(wait > 0 ? 'message.no_tq' : 'home.collectShort')}
      </Button>
    </Card>
  )
}
