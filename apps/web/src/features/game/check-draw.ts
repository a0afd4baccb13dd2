import type { DrawResult } from '@dr/protocol/calls/game'
import { encodeAbiParameters, type Hex, keccak256 } from 'viem'

type Decided = Pick<DrawResult, 'round' | 'digit' | 'secret' | 'targetHash' | 'commitment' | 'entriesHash'>

const words = ['bytes32', 'bytes32', 'bytes32'].map((type) => ({ type }))

/**
 * Computes a drawn round again, from what is on chain: the secret is the one that was committed to, and
 * secret, target block and entries give the digit (IDigitDraw). False: what was reported is not what the
 * contract would have drawn.
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

/** Whether the server reported the round as the chain has it. */
export const matchesChain = (chain: Decided, reported: Decided): boolean =>
  (['round', 'digit', 'secret', 'targetHash', 'commitment', 'entriesHash'] as const).every(
    (field) => chain[field] === reported[field],
  )
