/**
 * `gas.*`: gas of whole transactions on Anvil, each call the second of its kind by the same account, a day after the
 * first, against reference contracts of ours (`contracts/`) on the same chain, compiled with the same settings.
 */
import { buildContracts } from '@dr/dev/build/build-contracts'
import { runTool } from '@dr/dev/build/run-tool'
import { type Bench, type BenchContext, root } from './bench.ts'
import { type Figure, figure } from './figure.ts'
import { activateTen, buyTen, type Prepare, redeem, stake, withdraw } from './gas/calls.ts'
import { createWorld } from './gas/world.ts'

/** In this order each day: machines are bought before they are activated. */
const CALLS = { buyTen, activateTen, withdraw, redeem, stake } as const satisfies Record<string, Prepare>
type CallName = keyof typeof CALLS
const DAYS = 2

const COMPARISONS: readonly { bench: string; subject: CallName; reference: CallName }[] = [
  { bench: 'gas.withdrawDR', subject: 'withdraw', reference: 'redeem' },
  { bench: 'gas.buyMachine10', subject: 'buyTen', reference: 'stake' },
  { bench: 'gas.activateMachine10', subject: 'activateTen', reference: 'stake' },
]

/** Gas of each call on the last day. */
const measureDays = async ({ defer, log }: BenchContext): Promise<Record<CallName, number>> => {
  const world = await createWorld(defer)
  const gas: Record<CallName, number> = { buyTen: 0, activateTen: 0, withdraw: 0, redeem: 0, stake: 0 }
  for (let day = 1; day <= DAYS; day++) {
    const now = await world.nextDay()
    for (const name of Object.keys(CALLS) as CallName[]) {
      gas[name] = Number(await world.send(await CALLS[name](world, now)))
    }
    log(`gas, day ${day}: ${JSON.stringify(gas)}`)
  }
  return gas
}

export const gas: Bench = {
  figures: {
    'gas.withdrawDR': { of: 'ratio', is: 'at most', limit: 1.8 },
    'gas.buyMachine10': { of: 'ratio', is: 'at most', limit: 1.35 },
    'gas.activateMachine10': { of: 'ratio', is: 'at most', limit: 1 },
  },
  async run(context): Promise<Figure[]> {
    await buildContracts(root)
    await runTool({ root, folder: 'bench/contracts', tool: 'forge', args: ['build'] })
    const measured = await measureDays(context)
    return COMPARISONS.map(({ bench, subject, reference }) =>
      figure({ bench, value: measured[subject], unit: 'gas', reference: measured[reference] }),
    )
  },
}
