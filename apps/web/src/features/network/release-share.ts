import { powerDivisor } from '@dr/protocol/rules/mining-rate'
import { formatShare } from '../../ui/text/format.ts'

/** Share of the release that `power` earns, both in T: below the power floor, less than its share of power. */
export const releaseShare = (power: number, networkPower: number): string =>
  formatShare(BigInt(power), powerDivisor(BigInt(networkPower)))
