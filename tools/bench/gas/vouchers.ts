/** Vouchers as the server signs them, and what each carries. */
import { randomBytes } from 'node:crypto'
import { contractOfType, VOUCHER_TYPES, type VoucherType } from '@dr/protocol/vouchers'
import { type Address, bytesToBigInt } from 'viem'
import { foundry } from 'viem/chains'
import type { Call } from './clients.ts'
import type { World } from './test-network.ts'

/** As far ahead as every contract takes it. */
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

/** What every voucher of the user carries on this contract. */
export const terms = async (world: World, contract: Pick<Call, 'address' | 'abi'>, now: bigint) => ({
  account: world.user.address,
  nonce: (await world.read({ ...contract, functionName: 'nonces', args: [world.user.address] })) as bigint,
  deadline: now + DEADLINE_SECONDS,
})

let issued = 0n

/** As an UUIDv7 is: the time in milliseconds in front, each later than the one before, then chance. */
export const orderIdAt = (now: bigint): bigint =>
  ((now * 1_000n + issued++) << 80n) | bytesToBigInt(randomBytes(10))
