import { GENERATION_FLOOR, POD_POWER_CONFIG } from '../pod-power/index.ts'
import type { DividendConfig } from './close-week.rules.ts'
import { GROWTH_CONFIG } from './growth.rules.ts'

/** PRODUCT.md 7; all of it is shown in the app. */
export const DIVIDEND_CONFIG: DividendConfig = {
  dividendBps: 8_750n,
  prizeBps: 1_250n,
  weekCapBps: 2_000n,
  generationFloor: GENERATION_FLOOR,
  ...GROWTH_CONFIG,
  powerBps: POD_POWER_CONFIG.powerBps,
}
