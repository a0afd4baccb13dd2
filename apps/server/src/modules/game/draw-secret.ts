import { createHmac } from 'node:crypto'
import { encodeAbiParameters, type Hex, hexToBytes, keccak256 } from 'viem'
import type { LowerHex } from '../../platform/hex.ts'

/** Identification of a round: chain, contract and number. */
export interface DrawName {
  readonly chainId: number
  readonly contract: LowerHex
  readonly drawId: bigint
}

/**
 * The secret of a round, derived from the drawer's key: any process that may open a round can also reveal it,
 * after any crash, and nothing has to be stored. It cannot be computed without the key, and the secret of one
 * round reveals nothing about another's.
 */
export const drawSecret = (key: Hex, { chainId, contract, drawId }: DrawName): Hex => {
  const name = `digit-draw:${chainId}:${contract}:${drawId}`
  return `0x${createHmac('sha256', hexToBytes(key)).update(name).digest('hex')}`
}

/** The commitment posted before the first entry (IDigitDraw.open). */
export const commitmentOf = (drawId: bigint, secret: Hex): Hex =>
  keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [drawId, secret]))
