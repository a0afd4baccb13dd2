/** Actions of each person on each day of the plan; seeded, so that they are always the same. */
import type { Person } from '../../simulation/users.ts'
import {
  activate,
  buyMachines,
  buyPower,
  collect,
  type Deed,
  renewSome,
  stakeFor90Days,
  stakeShort,
  swap,
  withdraw,
  wrap,
} from './deeds.ts'
import { comesOn, type DemoPlan, GUESTS, isPeoplesDay, MEMBER } from './plan.ts'

/** Actions in two groups: the second sees the results of the first as final. */
export interface Day {
  readonly first: readonly Deed[]
  readonly second: readonly Deed[]
}

/** Days of the first account: every kind of action once, early. */
const MEMBERS_DAYS: readonly Day[] = [
  {
    first: [buyMachines('m4', 2), wrap(900), swap('USDT', 'DR', 600)],
    second: [activate(1), stakeShort(1_500)],
  },
  { first: [buyPower(300), swap('USDT', 'DRGV', 40)], second: [buyMachines('m1', 4)] },
  { first: [collect, activate(2)], second: [withdraw, swap('DR', 'USDT', 25)] },
  { first: [stakeFor90Days(1_000)], second: [buyPower(120)] },
  { first: [collect, swap('USDT', 'USDR', 60)], second: [withdraw] },
]
/** Before the last day: some machines without electricity are renewed, new ones wait for it. */
const MEMBERS_LAST_DAY: Day = { first: [collect, renewSome], second: [buyMachines('m2', 2), withdraw] }

const IDLE: Day = { first: [], second: [] }
/** Probability that a present person acts on a day. */
const ACTIVE = 0.32
/** One in this many buys machines and never pays for electricity. */
const NEVER_ACTIVATES = 9

const MACHINES = { m1: 6, m2: 4, m3: 3, m4: 1 } as const
const DOINGS = { swap: 5, power: 3, withdraw: 3, machines: 1, stake: 2 } as const

const firstDay = (index: number, { random }: Person): Day => {
  const productId = random.pick(MACHINES)
  const machineCount = random.between(1, productId === 'm4' ? 1 : 4)
  const dr = random.between(150, 420)
  const isGuest = index <= GUESTS
  return {
    first: [buyMachines(productId, machineCount), wrap(random.between(150, 400)), swap('USDT', 'DR', dr)],
    second: [
      ...(index % NEVER_ACTIVATES === 0 ? [] : [activate(isGuest ? 1 : random.between(1, 2))]),
      ...(isGuest ? [stakeFor90Days(random.between(30, 36) * 100)] : []),
    ],
  }
}

const aDeed = ({ random }: Person): Day => {
  const first: Readonly<Record<keyof typeof DOINGS, Deed>> = {
    swap: random.chance(0.6)
      ? swap('USDT', 'DR', random.between(20, 260))
      : swap('DR', random.chance(0.7) ? 'USDT' : 'DRGV', random.between(10, 90)),
    power: buyPower(random.between(30, 150)),
    withdraw: collect,
    machines: buyMachines(random.chance(0.7) ? 'm1' : 'm2', random.between(1, 2)),
    stake: stakeShort(random.between(1, 6) * 100),
  }
  const doing = random.pick(DOINGS)
  const second: readonly Deed[] =
    doing === 'withdraw'
      ? [withdraw]
      : doing === 'machines'
        ? [activate(1)]
        : random.chance(0.3)
          ? [collect]
          : []
  return { first: [first[doing]], second }
}

/** Actions of the account at `index` on the people's day number `at`. */
export const dayOf = (
  plan: DemoPlan,
  at: number,
  { index, person }: { index: number; person: Person },
): Day => {
  const since = at - comesOn(plan, index)
  if (since < 0) return IDLE
  if (index === MEMBER) {
    const scripted = at === plan.days.filter(isPeoplesDay).length - 1 ? MEMBERS_LAST_DAY : MEMBERS_DAYS[at]
    if (scripted) return scripted
  } else if (since === 0) return firstDay(index, person)
  return person.random.chance(index === MEMBER ? 1 - ACTIVE / 2 : ACTIVE) ? aDeed(person) : IDLE
}
