/** State of the user's machines from the chain, for when the server does not answer. Pure; Unix seconds. */
import type { MachineState } from '@dr/protocol/calls/user-mining'
import { LIFE_MARGIN_SECONDS, periodsLeft } from '@dr/protocol/rules/paid-until'
import type { KeptMachine } from '../../../api/kept/kept-machines.ts'
import type { MachineReading, MachinesReading } from '../../../chain/reads/read-machines.ts'
import type { ShownMachine } from '../group-machines.ts'

/** State as the server derives it: a payment counts once it is final. */
const stateOf = ({ paidUntil, finalPaidUntil }: MachineReading, now: number): MachineState => {
  if (finalPaidUntil > now) return 'producing'
  if (paidUntil > now) return 'activated'
  return paidUntil === 0 ? 'not-activated' : 'paused'
}

const onChain = (machine: KeptMachine, reading: MachineReading, now: number): ShownMachine => {
  const { lifeEnd } = machine
  const cut = {
    owner: reading.owner,
    paidUntil: Math.min(reading.paidUntil, lifeEnd),
    finalPaidUntil: Math.min(reading.finalPaidUntil, lifeEnd),
  }
  return {
    ...machine,
    state: stateOf(cut, now),
    paidUntil: cut.paidUntil === 0 ? null : cut.paidUntil,
    periodsLeft: periodsLeft({ at: now + LIFE_MARGIN_SECONDS, paidUntil: reading.paidUntil, lifeEnd }),
  }
}

/** Machines of `kept` that the account owns on chain, by the clock of the block they were read at. */
export const machinesOnChain = (
  account: string,
  kept: readonly KeptMachine[],
  { blockTime, machines }: MachinesReading,
): readonly ShownMachine[] =>
  kept.flatMap((machine, index) => {
    const reading = machines[index]
    return reading?.owner === account ? [onChain(machine, reading, blockTime)] : []
  })
