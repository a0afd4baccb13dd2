/** Actions of people through the product's API: each ends with the calls that their wallet sends. */
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { drAbi } from '@dr/contracts/abi/dr'
import { usdrAbi } from '@dr/contracts/abi/usdr'
import { activateSignature, machineSignature } from '@dr/protocol/calls/mining'
import { podPowerSignature } from '@dr/protocol/calls/pod-power'
import { swapTokenSignature } from '@dr/protocol/calls/swap'
import { collectMining, miningDetail } from '@dr/protocol/calls/user-mining'
import { createWithdrawal } from '@dr/protocol/calls/withdrawal'
import type { VaultIndex } from '@dr/protocol/token-table'
import { byToken, SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import { encodeFunctionData, type Hex } from 'viem'
import type { Outcome, SentCall } from './bulk-rpc.ts'
import { claim, transfer } from './claim-actions.ts'
import { deposit, depositMisfit, pledge, reinvest } from './package-actions.ts'
import { claimByProof } from './root-claims.ts'
import { odd, type Scene, useVoucher, withApprovals } from './scene.ts'
import { amountToTake, fundedBalances } from './withdrawable.ts'

/** Frequency of each, as a weight. */
const ACTIONS = {
  buyMachines: 3,
  activate: 3,
  renew: 2,
  collect: 4,
  withdrawMiner: 2,
  swap: 5,
  buyPower: 4,
  wrap: 2,
  deposit: 4,
  depositMisfit: 1,
  pledge: 1,
  reinvest: 2,
  withdrawDeflation: 2,
  withdrawNode: 2,
  claim: 2,
  claimByProof: 2,
  transfer: 2,
  stray: 0.3,
} as const
export type Action = keyof typeof ACTIONS
/** Complete with the server's answer, without a transaction. */
const WITHOUT_TRANSACTION: ReadonlySet<Action> = new Set(['collect', 'pledge', 'reinvest'])

const oneOf = ({ random }: Scene['person'], tokens: readonly SwapToken[]): SwapToken =>
  random.pick(byToken(tokens, () => 1))

const swap = async (scene: Scene): Promise<SentCall[]> => {
  const { person, contracts } = scene
  const inputToken = person.random.chance(0.6) ? 'USDT' : oneOf(person, SWAP_TOKENS.slice(1))
  const outputToken = oneOf(
    person,
    SWAP_TOKENS.filter((token) => token !== inputToken),
  )
  const inputAmount = String(odd(scene, 1, 400))
  const voucher = await person.api.call(swapTokenSignature, { inputToken, outputToken, inputAmount })
  return useVoucher(scene, voucher, [contracts[inputToken]])
}

const withdraw = async (scene: Scene, account: VaultIndex): Promise<SentCall[]> => {
  const { person, contracts } = scene
  let rich = await fundedBalances(scene, account)
  if (rich.length === 0 && account === 0) {
    await person.api.call(collectMining, {})
    rich = await fundedBalances(scene, account)
  }
  const choice = rich[person.random.between(0, Math.max(0, rich.length - 1))]
  if (!choice) return []
  const amount = String(amountToTake(scene, BigInt(choice.available)))
  const { paymentPassword } = person
  const order = { account, token: choice.token, amount, ...(paymentPassword ? { paymentPassword } : {}) }
  const voucher = await person.api.call(createWithdrawal, order)
  return useVoucher(scene, voucher, [contracts.DR])
}

const buyPower = async (scene: Scene): Promise<SentCall[]> => {
  const { DR, USDR } = scene.contracts
  const drAmount = String(odd(scene, 100, 400))
  const voucher = await scene.person.api.call(podPowerSignature, { drAmount })
  return useVoucher(scene, voucher, [DR, USDR])
}

/** Wraps USDT into USDR at the token itself, without the server. */
const wrap = (scene: Scene): Promise<SentCall[]> => {
  const { USDT, USDR } = scene.contracts
  const args = [scene.person.account.address, odd(scene, 100, 400)] as const
  const data = encodeFunctionData({ abi: usdrAbi, functionName: 'depositFor', args })
  return Promise.resolve(withApprovals(scene, [{ token: USDT, spender: USDR }], { to: USDR, data }))
}

/** Sends tokens to a vault outside the product: they belong to no user, and must not break the books. */
const stray = (scene: Scene): Promise<SentCall[]> => {
  const { person, contracts } = scene
  const vault = contracts.withdrawalVaults[person.random.between(1, 2)] as Hex
  const args = [vault, odd(scene, 0, 2)] as const
  const data = encodeFunctionData({ abi: drAbi, functionName: 'transfer', args })
  return Promise.resolve([{ from: person.account.address, to: contracts.USDT, data }])
}

/** Pays electricity for some machines without a voucher: the server only lists the ids. */
const renew = async (scene: Scene): Promise<SentCall[]> => {
  const { person, contracts } = scene
  const { items } = await person.api.call(miningDetail, { limit: 100 })
  const ids = items.map(({ machineId }) => BigInt(machineId)).filter(() => person.random.chance(0.5))
  if (ids.length === 0) return []
  const args = [ids.toSorted((a, b) => (a < b ? -1 : 1)), 1n] as const
  const data = encodeFunctionData({ abi: digitalRightsAbi, functionName: 'renew', args })
  const to = contracts.DigitalRights
  return withApprovals(scene, [{ token: contracts.DRGV, spender: to }], { to, data })
}

const perform: Readonly<Record<Action, (scene: Scene) => Promise<SentCall[]>>> = {
  buyMachines: async (scene) => {
    const machineCount = scene.person.random.between(5, 15)
    const voucher = await scene.person.api.call(machineSignature, { productId: 'm1', machineCount })
    return useVoucher(scene, voucher, [scene.contracts.USDT, scene.contracts.DRGV])
  },
  activate: async (scene) => {
    const Period = scene.person.random.between(1, 3)
    const voucher = await scene.person.api.call(activateSignature, { all: 'all', Period })
    return useVoucher(scene, voucher, [scene.contracts.DRGV])
  },
  renew,
  collect: async ({ person }) => {
    await person.api.call(collectMining, {})
    return []
  },
  withdrawMiner: (scene) => withdraw(scene, 0),
  withdrawDeflation: (scene) => withdraw(scene, 1),
  withdrawNode: (scene) => withdraw(scene, 2),
  claim,
  claimByProof,
  transfer,
  swap,
  buyPower,
  wrap,
  deposit,
  depositMisfit,
  pledge,
  reinvest,
  stray,
}

/**
 * First actions of every person: some USDR, machines with electricity, and DR while the exchange's daily
 * cap allows.
 */
export const beginnings: readonly ((scene: Scene) => Promise<SentCall[]>)[] = [
  wrap,
  perform.buyMachines,
  perform.activate,
  async (scene) => {
    const { api } = scene.person
    const order = {
      inputToken: 'USDT',
      outputToken: 'DR',
      inputAmount: String(odd(scene, 200, 400)),
    } as const
    return useVoucher(scene, await api.call(swapTokenSignature, order), [scene.contracts.USDT])
  },
]

/** An action with its calls, whose last one shows on chain whether it was done. */
export interface Act {
  readonly action: Action
  readonly calls: readonly SentCall[]
}

/**
 * Whether it was done, by the outcomes of its calls: without anything to withdraw, or with an expired
 * voucher, it was not.
 */
export const wasDone = ({ action }: Act, outcomes: readonly Outcome[]): boolean =>
  outcomes.at(-1)?.success ?? WITHOUT_TRANSACTION.has(action)

/** One action of a person: `action`, or a random one. Throws refusals of the API. */
export const act = async (
  scene: Scene,
  action: Action = scene.person.random.pick(ACTIONS),
): Promise<Act> => ({ action, calls: await perform[action](scene) })
