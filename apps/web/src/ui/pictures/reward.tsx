import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { Rig } from './rig.tsx'
import { Ring } from './ring.tsx'

type RewardProps = {
  readonly title: string
  /** Tier of the machine in the ring. */
  readonly tier?: number
  /** Replaces the machine. */
  readonly icon?: IconName
  readonly children: ReactNode
}

/** Success screen: a machine or an icon in a gold ring, the event, and its result. */
export const Reward = ({ title, tier = 2, icon, children }: RewardProps) => (
  <div role="status" className="flex flex-col items-center gap-1 pb-4 text-center">
    <span className="animate-[pop_200ms_ease-out] motion-reduce:animate-none">
      <Ring value={1} size={128}>
        {icon ? (
          <span className="grid size-24 place-items-center rounded-[50%] bg-gold-soft text-gold">
            <Icon name={icon} size={44} />
          </span>
        ) : (
          <Rig state="producing" tier={tier} size={96} />
        )}
      </Ring>
    </span>
    <p className="mt-2 text-20 font-semibold">{title}</p>
    {children}
  </div>
)
