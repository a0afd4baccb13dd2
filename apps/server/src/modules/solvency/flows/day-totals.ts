/**
 * Amounts by UTC day: released by the schedule, burned by final events (one row for each day with a burn).
 */

import { drAbi } from '@dr/contracts/abi/dr'
import type { ResponseOf } from '@dr/protocol/call'
import type { overview } from '@dr/protocol/calls/public'
import { ZERO_ADDRESS } from '@dr/protocol/constants'
import { deployedName } from '@dr/protocol/tokens'
import { dateOfUnix } from '../../../platform/chain/chain-clock.ts'
import { batchHandler, type EventHandler } from '../../../platform/chain/chain-events.ts'
import { type ChainNumber, countedEvent } from '../../../platform/chain/chain-numbers.ts'
import { selectorOf } from '../../../platform/chain/chain-views.ts'
import type { ContractAddresses } from '../../../platform/chain/contract-addresses.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import { DAY_SECONDS } from '../../../platform/durations.ts'
import type { MiningOverview } from '../../mining/index.ts'

type History = NonNullable<ResponseOf<typeof overview>['history']>

const DAYS_SHOWN = 90n
/** Own lane, since sums do not depend on the order of events. */
const LANE = 'solvency.days'

type Column = 'burned_dr' | 'burned_drgv'

const addToDays = async (
  tx: Tx,
  column: Column,
  events: readonly { readonly blockTimestamp: bigint; readonly amount: bigint }[],
): Promise<void> => {
  const sums = new Map<bigint, bigint>()
  for (const { blockTimestamp, amount } of events) {
    const day = blockTimestamp / DAY_SECONDS
    sums.set(day, (sums.get(day) ?? 0n) + amount)
  }
  await tx.query({
    name: `solvency_day_add_${column}`,
    text: `INSERT INTO solvency_day AS d (day, ${column}) SELECT * FROM unnest($1::bigint[], $2::numeric[])
      ON CONFLICT (day) DO UPDATE SET ${column} = d.${column} + excluded.${column}`,
    values: [[...sums.keys()], [...sums.values()]],
  })
}

/**
 * Handler of all burns of a token, by any account and for any purpose: only its Transfers to the zero address
 * are requested from the node.
 */
const burns = (contracts: ContractAddresses, token: 'DR' | 'DRGV'): EventHandler =>
  batchHandler({
    name: `solvency.${deployedName(token)}-burned`,
    address: contracts[token],
    abi: drAbi,
    event: 'Transfer',
    where: { to: [ZERO_ADDRESS] },
    lane: LANE,
    handleAll: (tx, events) =>
      addToDays(
        tx,
        `burned_${deployedName(token)}`,
        events.map(({ blockTimestamp, args }) => ({ blockTimestamp, amount: args.value })),
      ),
  })

export const dayHandlers = (contracts: ContractAddresses): EventHandler[] => [
  burns(contracts, 'DR'),
  burns(contracts, 'DRGV'),
]

/** Minted once, at deployment (`FixedSupplyToken.sol`). */
const INITIAL_SUPPLY = 100_000_000n * 10n ** 18n

/** Burned amounts of DR and DRGV, computed from their supply. */
export const burnedNumbers = (contracts: ContractAddresses): ChainNumber[] =>
  (['DR', 'DRGV'] as const).map((token) => ({
    name: `solvency.${deployedName(token)}-burned`,
    view: { address: contracts[token], selector: selectorOf(drAbi, 'totalSupply') },
    of: (supply) => INITIAL_SUPPLY - supply,
    events: [
      countedEvent({
        address: contracts[token],
        abi: drAbi,
        event: 'Transfer',
        add: ({ to, value }) => (to === ZERO_ADDRESS ? value : 0n),
      }),
    ],
  }))

interface DayRow {
  day: bigint
  burned_dr: bigint
  burned_drgv: bigint
}

/**
 * Days up to the clock's, oldest first, at most 90, from the emission's first. A release is spread over the
 * days it covers: otherwise a late one would show a day with many times the schedule's rate.
 */
export const readHistory = async (
  reader: Reader,
  { now, mine }: { now: bigint; mine: Pick<MiningOverview, 'startTime' | 'releasedBetween'> },
): Promise<History> => {
  const today = now / DAY_SECONDS
  const { rows } = await reader.query<DayRow>({
    name: 'solvency_days_read',
    text: 'SELECT day, burned_dr, burned_drgv FROM solvency_day WHERE day > $1 AND day <= $2 ORDER BY day',
    values: [today - DAYS_SHOWN, today],
  })
  const known = new Map(rows.map((row) => [row.day, row]))
  const began = mine.startTime / DAY_SECONDS
  const oldest = today - DAYS_SHOWN + 1n
  const first = began > oldest ? began : oldest
  return Array.from({ length: Number(today - first + 1n) }, (_, index) => {
    const day = first + BigInt(index)
    const row = known.get(day)
    return {
      day: dateOfUnix(day * DAY_SECONDS)
        .toISOString()
        .slice(0, 10),
      released: mine.releasedBetween(day * DAY_SECONDS, (day + 1n) * DAY_SECONDS).toString(),
      burnedDR: (row?.burned_dr ?? 0n).toString(),
      burnedDRGV: (row?.burned_drgv ?? 0n).toString(),
    }
  })
}
