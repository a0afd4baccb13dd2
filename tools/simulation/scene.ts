/** Shared parts of all actions: the person, and the calls of a voucher. */
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { drAbi } from '@dr/contracts/abi/dr'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { APPROVAL_AMOUNT_MAX } from '@dr/protocol/constants'
import { voucherCall } from '@dr/protocol/voucher-call'
import type { ContractAddresses } from '@dr/server/platform/chain/contract-addresses'
import { type Abi, encodeFunctionData, type Hex, type PublicClient } from 'viem'
import type { SentCall } from './bulk-rpc.ts'
import type { Person } from './users.ts'

export const ONE = 10n ** 18n
/** ABI of every contract that takes vouchers. */
const VOUCHER_ABI: Abi = [...digitalRightsAbi, ...exchangeAbi, ...withdrawalVaultAbi]

export interface Scene {
  readonly person: Person
  readonly client: PublicClient
  readonly contracts: ContractAddresses
}
interface Spend {
  readonly token: Hex
  readonly spender: Hex
}

/** Adds the needed approvals before the calls, once for each token and spender. */
export const withApprovals = (
  { person }: Scene,
  spends: readonly Spend[],
  call: { to: Hex; data: Hex },
): SentCall[] => {
  const from = person.account.address
  const approvals = spends
    .filter(({ token, spender }) => !person.approved.has(`${token} ${spender}`))
    .map(({ token, spender }) => {
      person.approved.add(`${token} ${spender}`)
      const args = [spender, APPROVAL_AMOUNT_MAX] as const
      return { from, to: token, data: encodeFunctionData({ abi: drAbi, functionName: 'approve', args }) }
    })
  return [...approvals, { from, ...call }]
}

/** Calls that use a voucher, which pulls `tokens` out of the wallet. */
export const voucherCalls = (scene: Scene, voucher: Voucher, tokens: readonly Hex[]): SentCall[] => {
  const to = voucher.contract as Hex
  const data = encodeFunctionData({ abi: VOUCHER_ABI, ...voucherCall(voucher) })
  return withApprovals(
    scene,
    tokens.map((token) => ({ token, spender: to })),
    { to, data },
  )
}

/** Uses nine in ten vouchers; the others must expire. */
export const useVoucher = (scene: Scene, voucher: Voucher, tokens: readonly Hex[]): SentCall[] =>
  scene.person.random.chance(0.9) ? voucherCalls(scene, voucher, tokens) : []

export const whole = ({ person }: Scene, from: number, to: number): string =>
  String(BigInt(person.random.between(from, to)) * ONE)

/** Random amount down to the last unit, so that all rounding is tested. */
export const odd = ({ person }: Scene, from: number, to: number): bigint =>
  BigInt(person.random.between(from, to)) * ONE + BigInt(person.random.between(0, 999_999_999))
