import { fundingAbi } from '@dr/contracts/abi/funding'
import type { ResponseOf } from '@dr/protocol/call'
import type { podPowerConfig } from '@dr/protocol/calls/pod-power'
import { weekOf } from '@dr/protocol/rules/weeks'
import { type EventHandler, eventHandler } from '../../platform/chain/chain-events.ts'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import type { Tick } from '../../platform/tick.ts'
import { averageAt } from '../prices/index.ts'
import { originOf, type ResultSource } from '../results/index.ts'
import { closeDue, closingParts } from '../weeks/index.ts'
import { DIVIDEND_CONFIG } from './default-config.ts'
import type { DividendsDeps } from './deps.ts'
import { perUnitOf } from './dividend-pool.ts'
import { dividendsPool } from './dividends-pool.ts'
import { type ReceivedIncome, receiveIncome } from './income/receive-income.ts'
import { recordFunding } from './income/record-funding.ts'
import { createPledgedPower, type PledgedPower } from './pledged-power.ts'
import { dividendResults } from './results/publish-result.ts'
import { dividendsRoutes } from './routes.ts'
import { bringUpTo } from './week/bring-up-to.ts'
import type { DividendConfig } from './week/close-week.rules.ts'
import { creditSome } from './week/credit-holders.ts'
import { dividendClosing } from './week/dividend-closing.ts'

/** The deflation vault's part of a flush of the exchange's fees. */
interface ReceivedFees {
  /** Key of the event, `chain:<chainId>:<txHash>:<logIndex>`. */
  readonly eventKey: string
  readonly at: Date
  /** Unix seconds. */
  readonly blockTimestamp: bigint
  readonly txHash: LowerHex
  readonly logIndex: number
  /** Base units of USDT that reached the vault. */
  readonly amount: bigint
  readonly flushId: bigint
  /** Number of swaps that paid them. */
  readonly swaps: number
}

export interface DividendsModule extends ModuleParts {
  /** Closes the weeks that have ended; returns their number. O(1) in the number of holders. */
  closeDue(tx: Tx): Promise<number>
  /**
   * Closes the weeks that can be closed, then credits this user's share of them. Call it before reading a
   * deflation account. If a week cannot be closed, earlier credits remain available.
   */
  bringUpTo(tx: Tx, userId: UserId): Promise<void>
  /** Books the deflation vault's part of a flush, as this week's income. */
  receiveFees(tx: Tx, fees: ReceivedFees): Promise<void>
  /** Books the USDT that a claim on chain left in the deflation vault, as this week's income. */
  receiveKept(tx: Tx, income: ReceivedIncome): Promise<void>
  /** USD that the last closed week paid for each pledged unit, 18 decimals; null before the first close. */
  lastWeekPerUnit(reader: Reader): Promise<bigint | null>
  /** The weekly rules, as the app shows them. */
  readonly rules: ResponseOf<typeof podPowerConfig>['dividends']
  /** POD power of users. */
  readonly power: PledgedPower
  /** Published results of the pool. */
  readonly results: ResultSource
}

const CREDIT_SECONDS = 5
/** Holders credited in one transaction. */
const CREDIT_BATCH = 200

const creditTick = (database: Database, firstWeek: bigint): Tick => ({
  name: 'dividends.credit',
  schedule: CREDIT_SECONDS,
  run: async (signal) => {
    const next = () => database.transaction((tx) => creditSome(tx, firstWeek, CREDIT_BATCH))
    while (!signal.aborted && (await next()) === CREDIT_BATCH);
  },
})

const handlersOf = ({ contracts, nodes }: DividendsDeps, firstWeek: bigint): EventHandler[] => [
  eventHandler({
    name: 'dividends.funded',
    address: contracts.Funding,
    abi: fundingAbi,
    event: 'Funded',
    handle: (tx, event) => recordFunding(tx, { contracts, firstWeek, nodes }, event),
  }),
]

const shownRules = (config: DividendConfig): DividendsModule['rules'] => ({
  dividendBps: Number(config.dividendBps),
  prizeBps: Number(config.prizeBps),
  weekCapBps: Number(config.weekCapBps),
  winners: config.winners,
  winnerCapBps: Number(config.winnerCapBps),
})

export const createDividendsModule = (deps: DividendsDeps): DividendsModule => {
  const { database, contracts, startTime, config = DIVIDEND_CONFIG, logger } = deps
  const firstWeek = weekOf(startTime)
  const closing = dividendClosing({
    firstWeek,
    config,
    drPriceAt: (reader, at) => averageAt(reader, { token: 'DR', at }),
  })
  const { tick, hook } = closingParts(database, closing, { name: 'dividends.close', logger })
  return {
    closeDue: (tx) => closeDue(tx, closing),
    bringUpTo: (tx, userId) => bringUpTo(tx, { closing, logger }, userId),
    receiveFees: (tx, fees) => {
      const { eventKey, at, txHash, flushId, swaps } = fees
      const source = { kind: 'swap-fees', flushId: flushId.toString(), swaps, txHash }
      const journal = { key: `${eventKey}:deflation`, reason: 'swap.fee-dividends', at, source } as const
      const reference = flushId.toString()
      return receiveIncome(tx, firstWeek, { ...fees, journal, kind: 'swap-fees', token: 'USDT', reference })
    },
    receiveKept: (tx, income) => receiveIncome(tx, firstWeek, income),
    lastWeekPerUnit: async (reader) => {
      const [last] = await dividendsPool.readWeeks(reader, { limit: 1 })
      return last ? perUnitOf(last) : null
    },
    rules: shownRules(config),
    power: createPledgedPower(database, closing),
    results: dividendResults(originOf(deps.chainId, contracts)),
    routes: dividendsRoutes({ database, closing, firstWeek, config }),
    eventHandlers: handlersOf(deps, firstWeek),
    advanceHooks: [hook],
    ticks: [tick, creditTick(database, firstWeek)],
  }
}
