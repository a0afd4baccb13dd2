/** Vouchers signed like the server's, with their fields. */
import { randomBytes } from 'node:crypto'
import { contractOfType, VOUCHER_TYPES, type VoucherType } from '@dr/protocol/vouchers'
import { type Address, bytesToBigInt } from 'viem'
import { foundry } from 'viem/chains'
import type { Call } from './clients.ts'
import type { World } from './test-network.ts'

/** Accepted by every contract. */
const DEADLINE_SECONDS = 100n

export interface Signed {
  readonly verifyingContract: Address
  readonly name: string
  readonly primaryType: string
  readonly fields: readonly { readonly name: string; readonly type: string }[]
  readonly message: Readonly<Record<string, unknown>>
}

export const sign = (
  { signer }: World,
  { verifyingContract, name, primaryType, fields, message }: Signed,
) => {
  const types: Record<string, Signed['fields']> = { [primaryType]: fields }
  const domain = { name, version: '1', chainId: foundry.id, verifyingContract }
  return signer.signTypedData({ domain, types, primaryType, message })
}

export const signVoucher = (
  world: World,
  type: VoucherType,
  verifyingContract: Address,
  message: Signed['message'],
) =>
  sign(world, {
    verifyingContract,
    name: contractOfType(type),
    primaryType: type,
    fields: VOUCHER_TYPES[type],
    message,
  })

/** Common fields of the user's vouchers for this contract. */
export const terms = async (world: World, contract: Pick<Call, 'address' | 'abi'>, now: bigint) => ({
  account: world.user.address,
  nonce: (await world.read({ ...contract, functionName: 'nonces', args: [world.user.address] })) as bigint,
  deadline: now + DEADLINE_SECONDS,
})

let issued = 0n

/** Order id in the form of a UUIDv7: increasing milliseconds first, then random bytes. */
export const orderIdAt = (now: bigint): bigint =>
  ((now * 1_000n + issued++) << 80n) | bytesToBigInt(randomBytes(10))
