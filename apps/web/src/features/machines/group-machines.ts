import type { Machine, MachineState } from '@dr/protocol/calls/user-mining'

/** Machine fields that the chain and this browser know too. */
export type ShownMachine = Omit<Machine, 'boughtAt' | 'txHash'>

/** Machines that look alike: same product, state and end of electricity. */
export type MachineGroup = {
  readonly key: string
  readonly name: string
  readonly tier: number
  /** Power of one machine, in T. */
  readonly power: number
  readonly state: MachineState
  readonly paidUntil: number | null
  /** The earliest end of life in the group, Unix seconds. */
  readonly lifeEnd: number
  readonly machines: readonly ShownMachine[]
}

const ORDER: Record<MachineState, number> = { paused: 0, 'not-activated': 1, activated: 2, producing: 3 }

/** Sorts paused first, then not activated, then by the end of electricity. */
const byNeed = (a: MachineGroup, b: MachineGroup): number =>
  ORDER[a.state] - ORDER[b.state] || (a.paidUntil ?? 0) - (b.paidUntil ?? 0) || b.tier - a.tier

export const groupMachines = (machines: readonly ShownMachine[]): MachineGroup[] => {
  const groups = new Map<string, ShownMachine[]>()
  for (const machine of machines) {
    const key = `${machine.productId}/${machine.state}/${machine.paidUntil ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), machine])
  }
  return [...groups.entries()].map(toGroup).sort(byNeed)
}

const toGroup = ([key, machines]: readonly [string, readonly ShownMachine[]]): MachineGroup => {
  const first = machines[0]
  if (!first) throw new Error('a group has at least one machine')
  const { name, tier, power, state, paidUntil } = first
  return {
    key,
    name,
    tier,
    power,
    state,
    paidUntil,
    machines,
    lifeEnd: Math.min(...machines.map(({ lifeEnd }) => lifeEnd)),
  }
}

/** Machines that may take another period. */
export const payable = (machines: readonly ShownMachine[]): ShownMachine[] =>
  machines.filter(({ periodsLeft, state }) => periodsLeft > 0 && state !== 'activated')

/** Number of periods that each of the machines may still take; 0 without machines. */
export const periodsMax = (machines: readonly ShownMachine[]): number =>
  machines.length === 0 ? 0 : Math.min(...machines.map(({ periodsLeft }) => periodsLeft))
