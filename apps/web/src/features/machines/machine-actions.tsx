import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { miningInfoQuery } from '../../api/queries/mining.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'

const BuySheet = lazySheet(() => import('./buy-sheet.tsx').then((module) => module.BuySheet))
const PayAllSheet = lazySheet(() => import('./pay-all-sheet.tsx').then((module) => module.PayAllSheet))

type SheetState = 'unused' | 'open' | 'closed'

/** Buttons for buying machines and for paying electricity of all. */
export const MachineActions = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const { data } = useQuery(miningInfoQuery(address))
  const [buy, setBuy] = useState<SheetState>('unused')
  const [pay, setPay] = useState<SheetState>('unused')
  const owns = data !== undefined && Object.values(data.machines).some((count) => count > 0)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" className="flex-1" onClick={() => setBuy('open')}>
        {t('backpack.buy')}
      </Button>
      {owns ? (
        <Button className="flex-1" onClick={() => setPay('open')}>
          {t('backpack.payAll')}
        </Button>
      ) : null}
      {buy === 'unused' ? null : (
        <BuySheet open={buy === 'open'} onOpenChange={(open) => setBuy(open ? 'open' : 'closed')} />
      )}
      {pay === 'unused' || !data ? null : (
        <PayAllSheet
          address={address}
          open={pay === 'open'}
          onOpenChange={(open) => setPay(open ? 'open' : 'closed')}
          info={data}
        />
      )}
    </div>
  )
}
