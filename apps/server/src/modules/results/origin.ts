/** The chain and contracts whose events determine a weekly result. Pure. */

import * as z from 'zod'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { LowerHex } from '../../platform/hex.ts'

/** Addresses in lower case. */
export interface ResultOrigin {
  readonly chainId: number
  readonly contracts: {
    readonly digitalRights: LowerHex
    readonly exchange: LowerHex
    readonly funding: LowerHex
    readonly priceOracle: LowerHex
    readonly emission: LowerHex
    readonly usdt: LowerHex
    readonly dr: LowerHex
    readonly resultRegistry: LowerHex
  }
}

/** With the names and the order in which they are published. */
export const originOf = (
  chainId: number,
  contracts: Pick<
    ContractAddresses,
    'DigitalRights' | 'Exchange' | 'Funding' | 'PriceOracle' | 'Emission' | 'USDT' | 'DR' | 'ResultRegistry'
  >,
): ResultOrigin => ({
  chainId,
  contracts: {
    digitalRights: contracts.DigitalRights,
    exchange: contracts.Exchange,
    funding: contracts.Funding,
    priceOracle: contracts.PriceOracle,
    emission: contracts.Emission,
    usdt: contracts.USDT,
    dr: contracts.DR,
    resultRegistry: contracts.ResultRegistry,
  },
})

/** Schema of published hex strings of `bytes` bytes. */
export const publishedHex = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-f]{${bytes * 2}}$`))
    .transform((text) => text as LowerHex)
export const publishedWhole = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt)

export const publishedContracts = z.object({
  digitalRights: publishedHex(20),
  exchange: publishedHex(20),
  funding: publishedHex(20),
  priceOracle: publishedHex(20),
  emission: publishedHex(20),
  usdt: publishedHex(20),
  dr: publishedHex(20),
  resultRegistry: publishedHex(20),
})
