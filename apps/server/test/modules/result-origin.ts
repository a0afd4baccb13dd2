/** Origin of results published by the tests without a chain. */
import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import type { ResultOrigin } from '../../src/modules/results/index.ts'
import { type LowerHex, lowerHex } from '../../src/platform/hex.ts'

export const CONTRACT = lowerHex(`0x${'c0'.repeat(20)}`)

export const ORIGIN: ResultOrigin = {
  chainId: LOCAL_CHAIN_ID,
  contracts: {
    digitalRights: CONTRACT,
    exchange: CONTRACT,
    funding: CONTRACT,
    priceOracle: CONTRACT,
    emission: CONTRACT,
    usdt: CONTRACT,
    dr: CONTRACT,
    resultRegistry: CONTRACT,
  },
}

/** A number as hex of so many bytes. */
export const hex = (number: bigint | number, bytes: number): LowerHex =>
  lowerHex(`0x${number.toString(16).padStart(bytes * 2, '0')}`)
