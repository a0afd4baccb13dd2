import { formatAmount } from '@dr/protocol/amounts'
import type { MachineEarnings } from '@dr/protocol/rules/mining-rate'
import { formatUsdCost } from '../../i18n/rate-text.ts'

/** `$0.60`; without a price the DRGV alone. */
export const electricityText = ({
  electricity,
  electricityUsd,
}: Pick<MachineEarnings, 'electricity' | 'electricityUsd'>): string =>
  electricityUsd === null ? `${formatAmount(electricity)} DRGV` : formatUsdCost(electricityUsd)
