import { POD_POWER_BPS } from '@dr/protocol/constants'
import { GENERATION_FLOOR } from './power/scaled-power.rules.ts'
import type { DividendConfig } from './week/close-week.rules.ts'
import { GROWTH_CONFIG } from './week/growth.rules.ts'

/** docs/product.md 7; all of it is shown in the app. */
export const DIVIDEND_CONFIG: DividendConfig = {
  dividendBps: 8_750n,
  prizeBps: 1_250n,
  weekCapBps: 2_000n,
  generationFloor: GENERATION_FLOOR,
  ...GROWTH_CONFIG,
  powerBps: POD_POWER_BPS,
}
