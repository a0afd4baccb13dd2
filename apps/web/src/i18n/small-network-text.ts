import type { MachineEarnings } from '@dr/protocol/rules/mining-rate'
import { formatShare } from '../ui/text/format.ts'
import type { Translate } from './translate.ts'

/** That a figure of today does not last, where the network is small beside the owner's power; else null. */
export const smallNetworkText = (
  t: Translate,
  {
    smallNetwork,
    ownPower,
    networkPower,
  }: Pick<MachineEarnings, 'smallNetwork' | 'ownPower' | 'networkPower'>,
): string | null =>
  smallNetwork ? t('earnings.smallNetwork', { share: formatShare(ownPower, networkPower) }) : null
