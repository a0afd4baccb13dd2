/**
 * Order ids are UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits. The contract accepts an
 * account's order ids only in ascending order, so a new one is always above the account's last one,
 * independent of the replicas' clocks.
 */
import { orderIdToUint, uintToOrderId } from '@dr/protocol/order-id'

const RANDOM_A_BITS = 12n
const RANDOM_B_BITS = 62n
const VERSION = 7n
const VARIANT = 2n

/** The contract accepts ids up to a day ahead of its block (Vouchers.sol). */
const AHEAD_MAX_SECONDS = 3_600n

/**
 * Milliseconds of a new id: the wall clock's, but at most an hour after the quote's block. The contract would
 * refuse an id of a clock that is days ahead, and the account's next ones until then.
 */
export const orderIdTime = (now: Date, blockTimestamp: bigint): number =>
  Math.min(now.getTime(), Number(blockTimestamp + AHEAD_MAX_SECONDS) * 1_000)

/** `random`: 10 bytes. */
export const uuidV7 = (milliseconds: number, random: Uint8Array): string => {
  let entropy = 0n
  for (const byte of random) entropy = (entropy << 8n) | BigInt(byte)
  const randomB = entropy & ((1n << RANDOM_B_BITS) - 1n)
  const randomA = (entropy >> RANDOM_B_BITS) & ((1n << RANDOM_A_BITS) - 1n)
  return uintToOrderId(
    (BigInt(milliseconds) << 80n) |
      (VERSION << 76n) |
      (randomA << 64n) |
      (VARIANT << RANDOM_B_BITS) |
      randomB,
  )
}

/** `candidate`, or the id after `last` if the candidate is not greater. */
export const nextOrderId = (last: string | undefined, candidate: string): string => {
  if (last === undefined || candidate > last) return candidate
  return uintToOrderId(orderIdToUint(last) + 1n)
}
