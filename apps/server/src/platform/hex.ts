import type { Hex } from 'viem'

/**
 * Hex in lower case, as the database has it and as it is compared. Requests (`addressSchema`),
 * logs (`indexer/raw-log.ts`) and settings (`config-values.ts`) are made so where they come in; what viem
 * gives, an address with its checksum above all, by `lowerHex`.
 */
export type LowerHex = Lowercase<Hex>

export const lowerHex = (hex: Hex): LowerHex => hex.toLowerCase() as LowerHex
