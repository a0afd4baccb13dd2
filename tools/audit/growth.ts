/** R4: what each line grew by follows from the chain. Pure. */
import { WAD } from '@dr/protocol/amounts'
import { POWER_FLOOR, POWER_PER_USD_MAX } from '@dr/protocol/constants'
import { BOOKS } from '@dr/protocol/roots/roots-file'
import type { Finding } from './checks.ts'
import type { CountedEvents } from './count-events.ts'
import { findStretches, type MachineTerms, minedBy, type Purchase } from './machine-power.ts'
import type { RootsContent } from './roots-source.ts'
import { bookKey } from './vault-counts.ts'

const MINING_BOOK = BOOKS.findIndex(({ vault, token }) => vault === 0 && token === 'DR')
/** No machine's life is that long, Unix seconds. */
const NEVER = 10n ** 12n

/** Power of a machine at most, for its price; rounded up, since the price is known to base units alone. */
const mostPower = ({ value, machineCount }: Purchase): bigint => {
  const divisor = machineCount * WAD
  return (value * POWER_PER_USD_MAX + divisor - 1n) / divisor
}
const mostTerms = (_: bigint, purchase: Purchase): MachineTerms => ({
  power: mostPower(purchase),
  lifeEnd: NEVER,
})

/** Number of a line that rests on no source: what an earlier confirmed file said, or what has left already. */
const heldBefore = ({ now, before, snapshot }: GrowthInput, account: string, at: number): bigint => {
  const book = now.books[at]
  const counts = book && snapshot.books.get(bookKey(book.vault, book.token))?.accounts.get(account)
  const { credited, paid, free } = counts ?? { credited: 0n, paid: 0n, free: 0n }
  const floor = (paid > free ? paid : free) - credited
  const earlier = before?.lines.get(account)?.[at] ?? 0n
  return floor > earlier ? floor : earlier
}

export interface GrowthInput {
  readonly now: RootsContent
  /** The newest earlier file that was confirmed and not vetoed; null: there is none. */
  readonly before: RootsContent | null
  readonly snapshot: CountedEvents
  /** Of the emission, Unix seconds; null: it was not found. */
  readonly startTime: bigint | null
}

/** No account has more DR mined than its machines can give, and all together not more than was released. */
export const checkMined = (input: GrowthInput): Finding => {
  const { now, snapshot, startTime } = input
  const name = 'R4'
  if (startTime === null)
    return {
      name,
      text: 'mining',
      faults: ['not checked: DR’s mint for the emission is in none of the blocks read'],
    }
  const { purchases, payments, until, released } = snapshot.mining
  const most = minedBy(findStretches(purchases, payments, mostTerms), {
    startTime,
    until,
    divisorOf: () => BigInt(POWER_FLOOR),
  })
  let total = 0n
  const faults = [...now.lines].flatMap(([account, earned]) => {
    const mined = earned[MINING_BOOK] ?? 0n
    total += mined
    // A base unit, since what is below one is rounded at other moments.
    const limit = (most.get(account) ?? -1n) + 1n
    return mined <= limit || mined <= heldBefore(input, account, MINING_BOOK)
      ? []
      : [`${account}, mining: ${mined}, and its machines can have mined ${limit}`]
  })
  if (total > released) faults.push(`mining: ${total} in all, and ${released} were released`)
  const text = `mining: at most what machines give at ${POWER_PER_USD_MAX} T a USD: ${total} of ${released} released`
  return { name, text, faults }
}
