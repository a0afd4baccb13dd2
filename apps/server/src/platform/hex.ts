import type { Hex } from 'viem'

/**
 * Hex in lower case, as stored and compared. Requests (`addressSchema`), logs (`indexer/raw-log.ts`) and
 * settings (`config-values.ts`) are converted on input; viem's results, mainly checksummed addresses, by
 * `lowerHex`.
 */
export type LowerHex = Lowercase<Hex>

export const lowerHex = (hex: Hex): LowerHex => hex.toLowerCase() as LowerHex
