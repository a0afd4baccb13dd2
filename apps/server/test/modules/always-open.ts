import type { OpeningHours } from '../../src/modules/packages/terms/opening-hours.rules.ts'

export const ALWAYS_OPEN: OpeningHours = { opensAtSecond: 0, closesAtSecond: 0 }
