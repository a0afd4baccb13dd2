import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { miningInfoQuery } from '../../api/queries/mining.ts'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { MiningHero, MiningHeroSkeleton } from './mining-hero.tsx'
import { type MiningState, miningState } from './reading.ts'
import { useCollect } from './use-collect.ts'

const SourceSheet = lazySheet(() => import('./source-sheet.tsx').then((module) => module.SourceSheet))

type MyMiningProps = {
  readonly address: Address
  readonly onWithdraw: () => void
  /** The next step when nothing has accrued and the machines stand still. */
  readonly nextStep?: (state: MiningState) => ReactNode
}

/** What I can collect, read from the server, with its source behind a tap. */
export const MyMining = ({ address, onWithdraw, nextStep }: MyMiningProps) => {
  const t = useT()
  const query = useQuery(miningInfoQuery(address))
  const prices = useQuery(drgvPriceQuery())
  const { collect, busy } = useCollect(address)
  const [details, setDetails] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <Async query={query} skeleton={<MiningHeroSkeleton label={t('message.loading')} />}>
      {(info) => (
        <>
          <MiningHero
            info={info}
            readAtMs={query.dataUpdatedAt}
            drPrice={prices.data ? BigInt(prices.data.DR.price) : null}
            busy={busy}
            onCollect={collect}
            onDetails={() => setDetails('open')}
            onWithdraw={onWithdraw}
            next={info.accrued === '0' && nextStep ? nextStep(miningState(info)) : null}
          />
          {details === 'unused' ? null : (
            <SourceSheet
              open={details === 'open'}
              onOpenChange={(open) => setDetails(open ? 'open' : 'closed')}
              info={info}
            />
          )}
        </>
      )}
    </Async>
  )
}
