import type { ResponseOf } from '@dr/protocol/call'
import type { podPowerConfig } from '@dr/protocol/calls/pod-power'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Payout } from '../weeks/index.ts'
import type { BringUpTo } from './change-pledge.ts'
import type { QuoteDeps } from './quote-pod-power.ts'

/** What of the weekly close POD power stands on: the dividends module has it, `bin` wires. */
export interface DividendsPort {
  readonly bringUpTo: BringUpTo
  readonly prizesOf: (reader: Reader, userId: UserId) => Promise<Payout>
  /** The weekly rules, for people to read. */
  readonly rules: ResponseOf<typeof podPowerConfig>['dividends']
}

export interface PodPowerDeps extends QuoteDeps {
  /** `Emission.startTime()`: Unix seconds. The first week of all lies there. */
  readonly startTime: bigint
  readonly dividends: DividendsPort
}
