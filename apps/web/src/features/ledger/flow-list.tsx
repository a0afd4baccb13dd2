import type { FundFlow } from '@dr/protocol/calls/fund-flows'
import { useShownItem } from '../../ui/lists/use-shown-item.ts'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { FlowRow } from './flow-row.tsx'

export const FlowSheet = lazySheet(() => import('./flow-sheet.tsx').then((module) => module.FlowSheet))

/** Ledger lines; each opens its details. */
export const FlowList = ({ flows }: { readonly flows: readonly FundFlow[] }) => {
  const [shown, show] = useShownItem(flows, ({ id }) => id)
  return (
    <>
      <ul>
        {flows.map((flow) => (
          <FlowRow key={flow.id} flow={flow} onOpen={() => show(flow)} />
        ))}
      </ul>
      {shown && <FlowSheet flow={shown.item} {...shown.control} />}
    </>
  )
}
