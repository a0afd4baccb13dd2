import type { ReactNode } from 'react'
import { useMarket } from '../../api/queries/use-market.ts'
import type { MachineGroup } from './group-machines.ts'
import { MachineCard } from './machine-card.tsx'

type MachineGroupsProps = {
  readonly groups: readonly MachineGroup[]
  /** Time of the product's clock or the chain, Unix seconds. */
  readonly now: number | undefined
  readonly empty: ReactNode
  /** The server does not answer: cards are shown without the network's figures. */
  readonly silent?: boolean
  readonly onPay: (group: MachineGroup) => void
  readonly onPick: (group: MachineGroup) => void
}

/** A card for each group of machines, with its actions. */
export const MachineGroups = ({ groups, now, empty, silent = false, onPay, onPick }: MachineGroupsProps) => {
  const market = useMarket() ?? (silent ? null : undefined)
  if (groups.length === 0) return empty
  return (
    <ul className="flex flex-col gap-3 wide:gap-4">
      {groups.map((group) => (
        <MachineCard
          key={group.key}
          group={group}
          now={now ?? group.paidUntil ?? 0}
          market={market}
          onPay={onPay}
          onPick={onPick}
        />
      ))}
    </ul>
  )
}
