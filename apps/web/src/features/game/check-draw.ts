import type { DrawResult } from '@dr/protocol/calls/game'
import { encodeAbiParameters, type Hex, keccak256 } from 'viem'

type Decided = Pick<DrawResult, 'round' | 'digit' | 'secret' | 'targetHash' | 'commitment' | 'entriesHash'>

const words = ['bytes32', 'bytes32', 'bytes32'].map((type) => ({ type }))

/**
 * Recomputes a drawn round from chain data: the secret must match its commitment, and secret, target block
 * and entries must give the digit (IDigitDraw). False: the contract would not have drawn this result.
 */
export const isDrawnRight = (result: Decided): boolean => {
  const { round, digit, secret, targetHash, commitment, entriesHash } = result
  if (secret === null || targetHash === null || digit === null) return false
  const committed = keccak256(
    encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [BigInt(round), secret as Hex]),
  )
  const drawn = keccak256(encodeAbiParameters(words, [secret, targetHash, entriesHash]))
  return committed === commitment && BigInt(drawn) % 10n === BigInt(digit)
}

/** Whether the server reported the round as it is on chain. */
export const matchesChain = (chain: Decided, reported: Decided): boolean =>
  (['round', 'digit', 'secret', 'targetHash', 'commitment', 'entriesHash'] as const).every(
    (field) => chain[field] === reported[field],
  )
