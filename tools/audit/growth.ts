/** R4: what each line grew by follows from the chain and the facts. Pure. */
import { POWER_PER_USD_MAX } from '@dr/protocol/constants'
import type { Facts } from '@dr/protocol/roots/facts-file'
import { BOOKS } from '@dr/protocol/roots/roots-file'
import { powerDivisor } from '@dr/protocol/rules/mining-rate'
import type { Finding } from './checks.ts'
import type { CountedEvents } from './count-events.ts'
import { comparePower, findStretches, minedBy, mostPower, stretchesOf } from './machine-power.ts'
import type { RootsContent } from './roots-source.ts'
import { bookKey } from './vault-counts.ts'

const MINING_BOOK = BOOKS.findIndex(({ vault, token }) => vault === 0 && token === 'DR')

export interface GrowthInput {
  readonly now: RootsContent
  /** The newest earlier file that was confirmed and not vetoed; null: there is none. */
  readonly before: RootsContent | null
  readonly snapshot: CountedEvents
  /** Start of the emission, Unix seconds; null: it was not found. */
  readonly startTime: bigint | null
  /** Null: the source has none. */
  readonly facts: Facts | null
}

/** Amount beyond what the account put in that left it, or that its deposits secure: it stands whatever was earned. */
const takenOf = ({ now, snapshot }: GrowthInput, account: string, at: number): bigint => {
  const book = now.books[at]
  const counts = book && snapshot.books.get(bookKey(book.vault, book.token))?.accounts.get(account)
  const { credited, paid, free } = counts ?? { credited: 0n, paid: 0n, free: 0n }
  return (paid > free ? paid : free) - credited
}

/** Number of a line that needs no source: what an earlier confirmed file said, or what has left already. */
const heldBefore = (input: GrowthInput, account: string, at: number): bigint => {
  const taken = takenOf(input, account, at)
  const earlier = input.before?.lines.get(account)?.[at] ?? 0n
  return taken > earlier ? taken : earlier
}

/** A purchase that the facts do not name: the ledger refused it, so that it mines nothing. */
const NOTHING = { power: 0n, lifeEnd: 0n }

/** The facts are of this file, and say of no purchase more power than its price allows. */
const checkTerms = ({ now, snapshot }: GrowthInput, facts: Facts): string[] => {
  const head = JSON.stringify(facts.head) === JSON.stringify(now.head) ? [] : ['its head is another file’s']
  const terms = [...snapshot.mining.purchases].flatMap(([number, purchase]) => {
    const said = facts.machines.get(number) ?? NOTHING
    const most = mostPower(purchase)
    return said.power > most
      ? [`purchase ${number}: ${said.power} T a machine, and at most ${most} T for its price`]
      : []
  })
  return [...head, ...terms].map((fault) => `facts: ${fault}`)
}

/** Fault where the machines' contract and the oracle were not found either, so that their events are unknown. */
export const NO_EMISSION = 'not checked: DR’s mint for the emission is in none of the blocks read'

/**
 * Each account has exactly what its power mined: power by the facts, never more than its machines with paid
 * electricity give.
 */
export const checkMined = (input: GrowthInput): Finding => {
  const { now, snapshot, startTime, facts } = input
  const finding = (text: string, faults: readonly string[]): Finding => ({
    name: 'R4',
    text: `mining: ${text}`,
    faults,
    onFacts: true,
  })
  if (startTime === null) return finding('', [NO_EMISSION])
  if (facts === null) return finding('', ['not checked: there is no file of facts'])
  const { purchases, payments, until, released } = snapshot.mining
  const machines = findStretches(purchases, payments, (number) => facts.machines.get(number) ?? NOTHING)
  const counted = stretchesOf(facts.power, until)
  const { above, below } = comparePower({ counted, machines, until })
  const mined = minedBy(counted, { startTime, until, divisorOf: powerDivisor })
  let total = 0n
  const lines = [...new Set([...mined.keys(), ...now.lines.keys()])].flatMap((account) => {
    const earned = now.lines.get(account)?.[MINING_BOOK] ?? 0n
    const computed = mined.get(account) ?? 0n
    total += earned
    if (earned === computed || (earned > computed && earned <= heldBefore(input, account, MINING_BOOK)))
      return []
    return [`${account}, mining: ${earned}, and its power mined ${computed}`]
  })
  const faults = [
    ...checkTerms(input, facts),
    ...above.map((account) => `${account}, mining: it is counted with more power than its machines give`),
    ...lines,
    ...(total > released ? [`mining: ${total} in all, and ${released} were released`] : []),
  ]
  const unnamed = [...purchases.keys()].filter((number) => !facts.machines.has(number))
  const without =
    unnamed.length > 0
      ? `; without power, since the facts leave them out: purchases ${unnamed.join(', ')}`
      : ''
  const late = below.length > 0 ? `; counted later than it was paid for: power of ${below.join(', ')}` : ''
  return finding(
    `${mined.size} accounts have what their power mined, ${total} of ${released} released; on the operator’s word is ` +
      `the power of ${purchases.size} purchases, up to ${POWER_PER_USD_MAX} T a USD${without}${late}`,
    faults,
  )
}
