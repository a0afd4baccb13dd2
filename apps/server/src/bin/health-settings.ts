import type { HealthDependencies } from '../http/health.ts'
import type { ServerConfig } from '../platform/config.ts'

/** The chain's clock may be this far behind the wall's before a process calls itself unfit. */
const CHAIN_CLOCK_LAG_MAX_MS = 120_000

/** The same for every role: an indexer whose chain stands still is no more fit than an API that shows it. */
export const healthSettingsOf = ({
  local,
  metrics,
}: Pick<ServerConfig, 'local' | 'metrics'>): Pick<
  HealthDependencies,
  'chainClockLagMaxMs' | 'metricsAccess'
> => ({
  chainClockLagMaxMs: local ? undefined : CHAIN_CLOCK_LAG_MAX_MS,
  metricsAccess: metrics,
})
