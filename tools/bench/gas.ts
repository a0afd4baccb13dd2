/**
 * `gas.*`: gas of whole transactions on Anvil, each the second call of its kind by the same account, a day
 * after the first. Reference: contracts in `contracts/` on the same chain, compiled with the same settings.
 */
import { buildContracts } from '@dr/tools/dev/build/build-contracts'
import { type Bench, type BenchContext, root } from './bench.ts'
import { type Bound, type Figure, figure } from './figure.ts'
import { activateTen, buyTen, claim, type Prepare, redeem, renewTen, stake, withdraw } from './gas/calls.ts'
import {
  buyPodPower,
  buyPodPowerAgain,
  deposit,
  purchase,
  redeemBurning,
  routerSwap,
  routerTwoHops,
  swapDrForDrgv,
  swapUsdtForDr,
  withdrawUsdt,
} from './gas/money-calls.ts'
import { createWorld } from './gas/test-network.ts'
import { buildReferences } from './reference.ts'

/** Order of a day: machines are bought, then activated, then renewed. */
const EVERY_DAY = {
  buyTen,
  activateTen,
  renewTen,
  withdraw,
  claim,
  redeem,
  stake,
  withdrawUsdt,
  redeemBurning,
  deposit,
  swapUsdtForDr,
  swapDrForDrgv,
  routerSwap,
  routerTwoHops,
  purchase,
} as const satisfies Record<string, Prepare>
/** Additional calls of each day. An account buys its first POD power only once. */
const DAYS = [{ buyPodPower, purchase }, { buyPodPowerAgain }] as const satisfies Record<string, Prepare>[]

type CallName = keyof typeof EVERY_DAY | 'buyPodPower' | 'buyPodPowerAgain'
type Day = 0 | 1

interface Comparison {
  readonly bench: string
  readonly subject: CallName
  readonly reference: CallName
  /** The second use, or the only one. */
  readonly day?: Day
  readonly ratioAtMost: number
}

const COMPARISONS: readonly Comparison[] = [
  { bench: 'gas.withdrawDR', subject: 'withdraw', reference: 'redeem', ratioAtMost: 1.75 },
  { bench: 'gas.claim', subject: 'claim', reference: 'redeem', ratioAtMost: 2.3 },
  { bench: 'gas.withdrawUSDT', subject: 'withdrawUsdt', reference: 'redeemBurning', ratioAtMost: 1.8 },
  { bench: 'gas.buyMachine10', subject: 'buyTen', reference: 'stake', ratioAtMost: 1.28 },
  { bench: 'gas.activateMachine10', subject: 'activateTen', reference: 'stake', ratioAtMost: 0.95 },
  { bench: 'gas.renew10', subject: 'renewTen', reference: 'stake', ratioAtMost: 0.8 },
  { bench: 'gas.buyPODpower', subject: 'buyPodPower', reference: 'purchase', day: 0, ratioAtMost: 1.35 },
  { bench: 'gas.buyPODpowerAgain', subject: 'buyPodPowerAgain', reference: 'purchase', ratioAtMost: 1.35 },
  { bench: 'gas.deposit', subject: 'deposit', reference: 'stake', ratioAtMost: 1 },
  { bench: 'gas.swapToken', subject: 'swapUsdtForDr', reference: 'routerSwap', ratioAtMost: 1.18 },
  { bench: 'gas.swapTokenDRGV', subject: 'swapDrForDrgv', reference: 'routerTwoHops', ratioAtMost: 1.3 },
]

type Gas = Partial<Record<CallName, number>>

/** Gas of each call on each day. */
const measureDays = async ({ defer, log }: BenchContext): Promise<Gas[]> => {
  const world = await createWorld(defer)
  const days: Gas[] = []
  for (const first of DAYS) {
    const now = await world.nextDay()
    const gas: Gas = {}
    const calls: Record<string, Prepare> = { ...first, ...EVERY_DAY }
    for (const [name, prepare] of Object.entries(calls)) {
      if (gas[name as CallName] !== undefined) continue
      gas[name as CallName] = Number(await world.send(await prepare(world, now)))
    }
    days.push(gas)
    log(`gas, day ${days.length}: ${JSON.stringify(gas)}`)
  }
  return days
}

export const gas: Bench = {
  figures: Object.fromEntries(
    COMPARISONS.map(({ bench, ratioAtMost }): [string, Bound] => [
      bench,
      { of: 'ratio', is: 'at most', limit: ratioAtMost },
    ]),
  ),
  async run(context): Promise<Figure[]> {
    await buildContracts(root)
    await buildReferences()
    const days = await measureDays(context)
    return COMPARISONS.map(({ bench, subject, reference, day = 1 }) =>
      figure({
        bench,
        value: days[day]?.[subject] ?? Number.NaN,
        unit: 'gas',
        reference: days[day]?.[reference] ?? Number.NaN,
      }),
    )
  },
}
