import type { ReactNode } from 'react'
import { Rig } from './rig.tsx'
import { Ring } from './ring.tsx'

type RewardProps = {
  readonly title: string
  /** The machine in the ring. */
  readonly tier?: number
  readonly children: ReactNode
}

/** A moment worth having: a machine at work in its gold ring, what happened, and what it brings. */
export function Reward({ title, tier = 2, children }: RewardProps) {
  return (
    <div role="status" className="flex flex-col items-center gap-1 pb-4 text-center">
      <span className="animate-[pop_200ms_ease-out] motion-reduce:animate-none">
        <Ring value={1} size={128}>
          <Rig state="producing" tier={tier} size={96} />
        </Ring>
      </span>
      <p className="mt-2 text-20 font-semibold">{title}</p>
      {children}
    </div>
  )
}
