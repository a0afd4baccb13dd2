/** Calls of accounts, POD power, packages and the exchange, with their references. */

import { exchangeAbi, priceOracleAbi, withdrawalVaultAbi } from '@dr/contracts/abi'
import { readAmmArtifact } from '@dr/contracts/artifacts'
import { WAD } from '@dr/protocol/amounts'
import { BPS, WITHDRAWAL_BURN_BPS } from '@dr/protocol/constants'
import type { Address, Hex } from 'viem'
import { readReference } from '../reference.ts'
import { type Prepare, rightsOf } from './calls.ts'
import type { World } from './test-network.ts'
import { orderIdAt, sign, signVoucher, terms } from './vouchers.ts'

/** Amounts without trailing zeros, base units. */
const WITHDRAWN_USDT = 123_456_789_012_345_678_901n
const POD_DR = 321_456_789_012_345_678_901n
const SWAPPED = 23_456_789_012_345_678_901n
const DEPOSITED = 223_456_789_012_345_678_901n
/** Package 1 with income in its own token, and the only order kind. */
const DEPOSIT_TERMS = [2n, 1n] as const
const ROUTER_SECONDS = 600n

const drPrice = ({ contracts, read }: World, which: 'price' | 'lowerPrice') =>
  read({
    address: contracts.priceOracle,
    abi: priceOracleAbi,
    functionName: which,
    args: [contracts.dr],
  }) as Promise<bigint>

/** `withdrawUSDT` from the deflation account. */
export const withdrawUsdt: Prepare = async (world, now) => {
  const vault = { address: world.contracts.withdrawalVault1, abi: withdrawalVaultAbi }
  const { deadline, ...rest } = await terms(world, vault, now)
  const orderId = orderIdAt(now)
  const burnAmount = (WITHDRAWN_USDT * WITHDRAWAL_BURN_BPS * WAD) / BPS / (await drPrice(world, 'price'))
  const message = { ...rest, amount: WITHDRAWN_USDT, burnAmount, orderId, deadline }
  const signature = await signVoucher(world, 'WithdrawUSDT', vault.address, message)
  return {
    ...vault,
    functionName: 'withdrawUSDT',
    args: [WITHDRAWN_USDT, burnAmount, orderId, deadline, signature],
  }
}

const buyPower =
  (type: 'BuyPODpower' | 'BuyPODpowerAgain', functionName: string): Prepare =>
  async (world, now) => {
    const rights = rightsOf(world)
    const { deadline, ...rest } = await terms(world, rights, now)
    const { referrer } = world
    const USDRAmount = (await world.read({
      ...rights,
      functionName: 'usdrFor',
      args: [POD_DR],
    })) as bigint
    const message = { ...rest, drAmount: POD_DR, USDRAmount, referrer, deadline }
    const signature = await signVoucher(world, type, rights.address, message)
    return { ...rights, functionName, args: [POD_DR, USDRAmount, referrer, deadline, signature] }
  }

/** Possible once for each account. */
export const buyPodPower = buyPower('BuyPODpower', 'buyPODpower')
export const buyPodPowerAgain = buyPower('BuyPODpowerAgain', 'buyPODpowerAgain')

/** `deposit` of USDT for a package. */
export const deposit: Prepare = async (world) => ({
  ...rightsOf(world),
  functionName: 'deposit',
  args: [world.contracts.usdt, DEPOSITED, ...DEPOSIT_TERMS],
})

const swap =
  (pairOf: (world: World) => readonly [Address, Address]): Prepare =>
  async (world, now) => {
    const exchange = { address: world.contracts.exchange, abi: exchangeAbi }
    const [inputTokenAddress, outputTokenAddress] = pairOf(world)
    const { deadline, ...rest } = await terms(world, exchange, now)
    const [outputAmount] = (await world.read({
      ...exchange,
      functionName: 'quote',
      args: [SWAPPED, inputTokenAddress, outputTokenAddress],
    })) as [bigint, bigint]
    const order = { inputAmount: SWAPPED, outputAmount, inputTokenAddress, outputTokenAddress }
    const message = { ...rest, ...order, orderId: orderIdAt(now), deadline }
    const signature = await signVoucher(world, 'SwapToken', exchange.address, message)
    return {
      ...exchange,
      functionName: 'swapToken',
      args: [...Object.values(order), message.orderId, deadline, signature],
    }
  }

/** USDT for DR: the most common swap. */
export const swapUsdtForDr = swap(({ contracts }) => [contracts.usdt, contracts.dr])
/**
 * The most expensive pair: two prices, and the fee in a third token. It has no pool: a router goes through
 * USDT.
 */
export const swapDrForDrgv = swap(({ contracts }) => [contracts.dr, contracts.drgv])

const routed =
  (pathOf: (contracts: World['contracts']) => readonly Address[]): Prepare =>
  async ({ contracts, user }, now) => ({
    address: contracts.ammRouter,
    abi: readAmmArtifact('UniswapV2Router02').abi,
    functionName: 'swapExactTokensForTokens',
    args: [SWAPPED, 0n, pathOf(contracts), user.address, now + ROUTER_SECONDS],
  })

/** Reference: one hop through a real V2 router. */
export const routerSwap = routed(({ usdt, dr }) => [usdt, dr])
/** Reference: two hops between tokens without a common pool. */
export const routerTwoHops = routed(({ usdt, dr, drgv }) => [dr, usdt, drgv])

const moneyVoucher =
  (
    primaryType: 'RedeemBurning' | 'Purchase',
    reference: {
      functionName: string
      fields: readonly { name: string; type: string }[]
      at: 'voucherRedeemBurning' | 'voucherPurchase'
    },
    valuesOf: (world: World) => Promise<readonly unknown[]>,
  ): Prepare =>
  async (world, now) => {
    const { functionName, fields, at } = reference
    const contract = { address: world.references[at], abi: readReference('VoucherMoney').abi }
    const { deadline, ...rest } = await terms(world, contract, now)
    const values = await valuesOf(world)
    const own = Object.fromEntries(fields.map(({ name }, index) => [name, values[index]]))
    const signature: Hex = await sign(world, {
      verifyingContract: contract.address,
      name: 'VoucherMoney',
      primaryType,
      fields: [
        { name: 'account', type: 'address' },
        ...fields,
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
      message: { ...rest, ...own, deadline },
    })
    return { ...contract, functionName, args: [...values, deadline, signature] }
  }

/** Reference: the same amounts with a minimal voucher. */
export const redeemBurning = moneyVoucher(
  'RedeemBurning',
  {
    at: 'voucherRedeemBurning',
    functionName: 'redeemBurning',
    fields: ['amount', 'burned'].map((name) => ({ name, type: 'uint256' })),
  },
  async () => [WITHDRAWN_USDT, POD_DR / 100n],
)
/** Reference: burns, pays, and stores the referrer the first time. */
export const purchase = moneyVoucher(
  'Purchase',
  {
    at: 'voucherPurchase',
    functionName: 'purchase',
    fields: [
      { name: 'burned', type: 'uint256' },
      { name: 'paid', type: 'uint256' },
      { name: 'referrer', type: 'address' },
    ],
  },
  async ({ referrer }) => [POD_DR, POD_DR / 100n, referrer],
)
