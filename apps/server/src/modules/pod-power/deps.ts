import type { DividendsModule } from '../dividends/index.ts'
import type { QuoteDeps } from './quote-pod-power.ts'

export interface PodPowerDeps extends QuoteDeps {
  /** `Emission.startTime()`: Unix seconds. The first week of all lies there. */
  readonly startTime: bigint
  /** The weekly rules, for people to read. */
  readonly dividendRules: DividendsModule['rules']
}
