import type { FundFlow } from '@dr/protocol/calls/fund-flows'
import { useState } from 'react'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { FlowRow } from './flow-row.tsx'

export const FlowSheet = lazySheet(() => import('./flow-sheet.tsx').then((module) => module.FlowSheet))

/** Ledger lines; each opens whole. */
export const FlowList = ({ flows }: { readonly flows: readonly FundFlow[] }) => {
  const [shown, setShown] = useState<{ readonly flow: FundFlow; readonly open: boolean } | null>(null)
  return (
    <>
      <ul>
        {flows.map((flow) => (
          <FlowRow key={flow.id} flow={flow} onOpen={() => setShown({ flow, open: true })} />
        ))}
      </ul>
      {shown ? (
        <FlowSheet
          flow={shown.flow}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      ) : null}
    </>
  )
}
