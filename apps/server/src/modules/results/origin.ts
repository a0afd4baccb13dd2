/** The chain and contracts whose events a weekly result follows from. Pure. */
import type { Hex } from 'viem'
import * as z from 'zod'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'

/** Addresses in lower case. */
export interface ResultOrigin {
  readonly chainId: number
  readonly contracts: {
    readonly digitalRights: Hex
    readonly exchange: Hex
    readonly funding: Hex
    readonly priceOracle: Hex
    readonly emission: Hex
    readonly usdt: Hex
    readonly dr: Hex
    readonly resultRegistry: Hex
  }
}

const lower = (address: Hex): Hex => address.toLowerCase() as Hex

/** In the order in which the fields are published. */
export const originOf = (
  chainId: number,
  contracts: Pick<ContractAddresses, keyof ResultOrigin['contracts']>,
): ResultOrigin => ({
  chainId,
  contracts: {
    digitalRights: lower(contracts.digitalRights),
    exchange: lower(contracts.exchange),
    funding: lower(contracts.funding),
    priceOracle: lower(contracts.priceOracle),
    emission: lower(contracts.emission),
    usdt: lower(contracts.usdt),
    dr: lower(contracts.dr),
    resultRegistry: lower(contracts.resultRegistry),
  },
})

/** For reading published files: hex of so many bytes, and whole numbers. */
export const publishedHex = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-f]{${bytes * 2}}$`))
    .transform((text) => text as Hex)
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
