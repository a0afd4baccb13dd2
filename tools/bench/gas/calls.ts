/** Compared calls, ready to send: signed like the server's, with realistic arguments. */

import { digitalRightsAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import { WITHDRAWAL_BURN_BPS } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { burnShare } from '@dr/protocol/rules/withdrawal-burn'
import { type Hex, parseEther } from 'viem'
import { readReference } from '../reference.ts'
import type { Call } from './clients.ts'
import type { World } from './test-network.ts'
import { orderIdAt, sign, signVoucher, terms } from './vouchers.ts'

const MACHINES = 10n
/** A machine at 100 USDT, paid 80 % in USDT and 20 % in DRGV at 0.10 USDT (docs/product.md 4). */
const PURCHASE = { usdtAmount: MACHINES * parseEther('80'), drgvAmount: MACHINES * parseEther('200') }
const ELECTRICITY = electricityFee({ machines: Number(MACHINES), periods: 1 })
/** A realistic amount without trailing zeros. Base units. */
const WITHDRAWN = 123_456_789_012_345_678_901n
const BURNED = burnShare({ burnable: WITHDRAWN, burnBps: WITHDRAWAL_BURN_BPS })
const OFFSET_BITS = 7n

export const rightsOf = ({ contracts }: World) => ({
  address: contracts.digitalRights,
  abi: digitalRightsAbi,
})

const drgvPrice = (world: World): Promise<bigint> =>
  world.read({
    ...rightsOf(world),
    functionName: 'priceOf',
    args: [world.contracts.drgv],
  }) as Promise<bigint>

/** `now`: the chain's time, Unix seconds. */
export type Prepare = (world: World, now: bigint) => Promise<Call>

/** `buyMachine` of ten. */
export const buyTen: Prepare = async (world, now) => {
  const rights = rightsOf(world)
  const { deadline, ...rest } = await terms(world, rights, now)
  const price = await drgvPrice(world)
  const { usdtAmount, drgvAmount } = PURCHASE
  const message = {
    ...rest,
    usdtAmount,
    DRGVAmount: drgvAmount,
    DRGVPrice: price,
    machineCount: MACHINES,
    deadline,
  }
  const signature = await signVoucher(world, 'BuyMachine', rights.address, message)
  const args = [usdtAmount, drgvAmount, price, MACHINES, deadline, signature]
  return { ...rights, functionName: 'buyMachine', args }
}

const lastTen = async (world: World): Promise<bigint[]> => {
  const last = (await world.read({ ...rightsOf(world), functionName: 'purchaseCount', args: [] })) as bigint
  return Array.from({ length: Number(MACHINES) }, (_, offset) => (last << OFFSET_BITS) | BigInt(offset))
}

/** `activateMachine` of the last ten machines, one period. */
export const activateTen: Prepare = async (world, now) => {
  const rights = rightsOf(world)
  const { deadline, ...rest } = await terms(world, rights, now)
  const price = await drgvPrice(world)
  const ids = await lastTen(world)
  const message = {
    ...rest,
    machineIDs: ids,
    DRGVAmount: ELECTRICITY,
    DRGVPrice: price,
    Period: 1n,
    deadline,
  }
  const signature = await signVoucher(world, 'ActivateMachine', rights.address, message)
  const args = [ids, ELECTRICITY, price, 1n, deadline, signature]
  return { ...rights, functionName: 'activateMachine', args }
}

/** `renew` of the same ten, one period: without a voucher. */
export const renewTen: Prepare = async (world) => ({
  ...rightsOf(world),
  functionName: 'renew',
  args: [await lastTen(world), 1n],
})

/** `withdrawDR` from the miner account. */
export const withdraw: Prepare = async (world, now) => {
  const vault = { address: world.contracts.withdrawalVault0, abi: withdrawalVaultAbi }
  const { deadline, ...rest } = await terms(world, vault, now)
  const orderId = orderIdAt(now)
  const message = { ...rest, amount: WITHDRAWN, burnAmount: BURNED, orderId, deadline }
  const signature = await signVoucher(world, 'WithdrawDR', vault.address, message)
  return { ...vault, functionName: 'withdrawDR', args: [WITHDRAWN, BURNED, orderId, deadline, signature] }
}

/** `claim` of the same amount, with a proof of 20 levels instead of a voucher. */
export const claim: Prepare = async ({ contracts, proof }) => ({
  address: contracts.withdrawalVault0,
  abi: withdrawalVaultAbi,
  functionName: 'claim',
  args: [contracts.dr, WITHDRAWN, proof],
})

/** Reference: the same amount of the same token with a minimal voucher. */
export const redeem: Prepare = async (world, now) => {
  const contract = { address: world.references.voucherRedeem, abi: readReference('VoucherRedeem').abi }
  const { deadline, ...rest } = await terms(world, contract, now)
  const uint256 = ['amount', 'nonce', 'deadline'].map((name) => ({ name, type: 'uint256' }))
  const signature: Hex = await sign(world, {
    verifyingContract: contract.address,
    name: 'VoucherRedeem',
    primaryType: 'Redeem',
    fields: [{ name: 'account', type: 'address' }, ...uint256],
    message: { ...rest, amount: WITHDRAWN, deadline },
  })
  return { ...contract, functionName: 'redeem', args: [WITHDRAWN, deadline, signature] }
}

/** Reference: staking the USDT of the purchase. */
export const stake: Prepare = async ({ references }) => ({
  address: references.stakingRewards,
  abi: readReference('StakingRewards').abi,
  functionName: 'stake',
  args: [PURCHASE.usdtAmount],
})
