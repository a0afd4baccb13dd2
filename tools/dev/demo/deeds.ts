/** Actions of the demo network's people through the API: each ends with the calls that a wallet sends. */
import { usdrAbi } from '@dr/contracts/abi/usdr'
import { activateSignature, machineSignature } from '@dr/protocol/calls/mining'
import { podPowerSignature } from '@dr/protocol/calls/pod-power'
import { swapTokenSignature } from '@dr/protocol/calls/swap'
import { collectMining, miningDetail, miningInfo } from '@dr/protocol/calls/user-mining'
import { getUserMoney } from '@dr/protocol/calls/user-money'
import { createWithdrawal } from '@dr/protocol/calls/withdrawal'
import { COLLECT_MINIMUM } from '@dr/protocol/constants'
import { encodeFunctionData } from 'viem'
import type { SentCall } from '../../simulation/bulk-rpc.ts'
import { stake, stakeLong, termPackages } from '../../simulation/package-actions.ts'
import { ONE, type Scene, voucherCalls, withApprovals } from '../../simulation/scene.ts'
import type { World } from './world.ts'

interface DemoScene extends Scene {
  readonly world: World
}
export type Deed = (scene: DemoScene) => Promise<SentCall[]>

const NOTHING: SentCall[] = []

const inWallet = ({ world, contracts, person }: DemoScene, token: 'USDT' | 'USDR' | 'DR' | 'DRGV') =>
  world.balanceOf(contracts[token], person.account.address)

/** USDT to USDR, at the token itself. */
export const wrap =
  (usd: number): Deed =>
  async (scene) => {
    const { USDT, USDR } = scene.contracts
    const args = [scene.person.account.address, BigInt(usd) * ONE] as const
    const data = encodeFunctionData({ abi: usdrAbi, functionName: 'depositFor', args })
    return withApprovals(scene, [{ token: USDT, spender: USDR }], { to: USDR, data })
  }

export const buyMachines =
  (productId: string, machineCount: number): Deed =>
  async (scene) => {
    const voucher = await scene.person.api.call(machineSignature, { productId, machineCount })
    return voucherCalls(scene, voucher, [scene.contracts.USDT, scene.contracts.DRGV])
  }

/** Activates machines without electricity so far. */
export const activate =
  (periods: number): Deed =>
  async (scene) => {
    const { items } = await scene.person.api.call(miningDetail, { limit: 100, state: 'not-activated' })
    if (items.length === 0) return NOTHING
    const machineIDs = items.map(({ machineId }) => machineId)
    const voucher = await scene.person.api.call(activateSignature, { machineIDs, Period: periods })
    return voucherCalls(scene, voucher, [scene.contracts.DRGV])
  }

/** Renews at most half of the machines whose electricity has ended. */
export const renewSome: Deed = async (scene) => {
  const { items } = await scene.person.api.call(miningDetail, { limit: 100, state: 'paused' })
  const machineIDs = items.slice(0, Math.floor(items.length / 2)).map(({ machineId }) => machineId)
  if (machineIDs.length === 0) return NOTHING
  const voucher = await scene.person.api.call(activateSignature, { machineIDs, Period: 1 })
  return voucherCalls(scene, voucher, [scene.contracts.DRGV])
}

export const swap =
  (inputToken: 'USDT' | 'DR' | 'DRGV', outputToken: 'USDT' | 'DR' | 'DRGV' | 'USDR', whole: number): Deed =>
  async (scene) => {
    const inputAmount = BigInt(whole) * ONE
    if ((await inWallet(scene, inputToken)) < inputAmount) return NOTHING
    const order = { inputToken, outputToken, inputAmount: String(inputAmount) }
    const voucher = await scene.person.api.call(swapTokenSignature, order)
    return voucherCalls(scene, voucher, [scene.contracts[inputToken]])
  }

/**
 * Buys for at most this much DR, and at least the product's minimum; the needed USDR must be in the wallet.
 */
export const buyPower =
  (whole: number): Deed =>
  async (scene) => {
    const minimum = BigInt(scene.world.values.podPowerMinimumDr)
    const wanted = BigInt(whole) * ONE
    const drAmount = wanted > minimum ? wanted : minimum
    const [dr, usdr] = [await inWallet(scene, 'DR'), await inWallet(scene, 'USDR')]
    if (dr < drAmount || usdr < drAmount) return NOTHING
    const voucher = await scene.person.api.call(podPowerSignature, { drAmount: String(drAmount) })
    return voucherCalls(scene, voucher, [scene.contracts.DR, scene.contracts.USDR])
  }

/**
 * Deposits USDT of the wallet in the shortest package for it that is open and has room, at least the
 * minimum.
 */
export const stakeShort =
  (whole: number): Deed =>
  async (scene) => {
    const packages = await termPackages(scene)
    const chosen = packages
      .filter(({ token, open }) => token === 'USDT' && open)
      .toSorted((a, b) => a.termDays - b.termDays)
      .at(0)
    const income = chosen?.incomes[scene.person.random.between(0, chosen.incomes.length - 1)]
    if (!chosen || !income) return NOTHING
    const minimum = (BigInt(chosen.minimum) + ONE - 1n) / ONE
    const amount = BigInt(whole) > minimum ? BigInt(whole) : minimum
    if (income.room === null || BigInt(income.room) < amount) return NOTHING
    if ((await inWallet(scene, 'USDT')) < amount * ONE) return NOTHING
    return stake(scene, { packageId: chosen.packageId, amount, incomeType: income.token })
  }

export const stakeFor90Days =
  (whole: number): Deed =>
  (scene) =>
    stakeLong(scene, BigInt(whole))

/** Collects accrued DR, if there is any and the product's interval has passed. */
export const collect: Deed = async ({ person }) => {
  const { accrued, nextCollectableAt } = await person.api.call(miningInfo)
  if (nextCollectableAt === null && BigInt(accrued) >= COLLECT_MINIMUM)
    await person.api.call(collectMining, {})
  return NOTHING
}

/** Withdraws part of the first balance above the product's minimum; the burn must be in the wallet. */
export const withdraw: Deed = async (scene) => {
  const { api, random } = scene.person
  const { values } = scene.world
  const minimums = { USDT: BigInt(values.withdrawalMinimumUsdt), DR: BigInt(values.withdrawalMinimumDr) }
  const dr = await inWallet(scene, 'DR')
  for (const { account, token, available } of (await api.call(getUserMoney)).balances) {
    const part = (BigInt(available) * BigInt(random.between(4, 9))) / 10n
    const amount = part > 1_000n * ONE ? 1_000n * ONE : part
    if (amount < minimums[token] || (token === 'USDT' && dr < amount / 4n)) continue
    const voucher = await api.call(createWithdrawal, { account, token, amount: String(amount) })
    return voucherCalls(scene, voucher, [scene.contracts.DR])
  }
  return NOTHING
}
