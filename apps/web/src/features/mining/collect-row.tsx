import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Address } from 'viem'
import { miningInfoQuery } from '../../api/queries/mining.ts'
import { useT } from '../../i18n/use-t.ts'
import { TickingAmount } from '../../ui/amounts/ticking-amount.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { CollectCountdown } from './collect-countdown.tsx'
import { CollectWords } from './collect-words.tsx'
import { isCollectable, miningReading, neverMined } from './reading.ts'
import { useCollect } from './use-collect.ts'

/** Row with the collectable DR, for other pages, of constant height; nothing for a user who never mined. */
export const CollectRow = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useQuery(miningInfoQuery(address))
  const { data, dataUpdatedAt } = query
  const { collect, busy } = useCollect(address)
  const whatId = useId()
  if (query.error && data === undefined) {
    return (
      <Card>
        <Async query={query} skeleton={null}>
          {() => null}
        </Async>
      </Card>
    )
  }
  if (data && neverMined(data)) return null
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex-1">
          <h2 className="text-12 text-t2">{t('home.collectable')}</h2>
          {data ? (
            <TickingAmount reading={miningReading(data, dataUpdatedAt)} token="DR" size="md" />
          ) : (
            <Skeleton className="my-0.5 h-5.25 w-32" />
          )}
        </div>
        {data && !isCollectable(data) ? (
          <CollectCountdown info={data} readAtMs={dataUpdatedAt} size="sm" />
        ) : (
          <Button
            size="sm"
            variant="accent"
            busy={busy}
            disabled={data === undefined}
            onClick={collect}
            aria-describedby={whatId}
          >
            {t('home.collectShort')}
          </Button>
        )}
      </div>
      {/* As on Home: the number keeps running, the button moves the released amount. */}
      <CollectWords id={whatId} info={data} />
    </Card>
  )
}
