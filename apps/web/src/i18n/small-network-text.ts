import { type MachineEarnings, powerDivisor } from '@dr/protocol/rules/mining-rate'
import { formatShare } from '../ui/text/format.ts'
import type { Translate } from './translate.ts'

/** That no value in USD is shown, where the owner's share of the emission is too large; else null. */
export const smallNetworkText = (
  t: Translate,
  {
    smallNetwork,
    ownPower,
    networkPower,
  }: Pick<MachineEarnings, 'smallNetwork' | 'ownPower' | 'networkPower'>,
): string | null =>
  smallNetwork
    ? t('earnings.smallNetwork', { share: formatShare(ownPower, powerDivisor(networkPower)) })
    : null
