/** Actions with packages: valid and invalid deposits, reinvesting, pledging. */
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { getPackageConfigList, investPledgeOrder, type TermPackage } from '@dr/protocol/calls/packages'
import { encodeFunctionData, type Hex } from 'viem'
import type { SentCall } from './bulk-rpc.ts'
import { ONE, odd, type Scene, whole, withApprovals } from './scene.ts'

export const termPackages = async ({ person }: Scene): Promise<TermPackage[]> => {
  const { items } = await person.api.call(getPackageConfigList)
  return items.filter((item): item is TermPackage => item.kind === 'term')
}

const depositCall = (scene: Scene, token: Hex, args: { amount: bigint; packageId: bigint }): SentCall[] => {
  const { DigitalRights } = scene.contracts
  const data = encodeFunctionData({
    abi: digitalRightsAbi,
    functionName: 'deposit',
    args: [token, args.amount, args.packageId, 1n],
  })
  return withApprovals(scene, [{ token, spender: DigitalRights }], { to: DigitalRights, data })
}

const pickPackage = async (scene: Scene) => {
  const packages = await termPackages(scene)
  const chosen = packages[scene.person.random.between(0, packages.length - 1)]
  const income = chosen?.incomes[scene.person.random.between(0, chosen.incomes.length - 1)]
  if (!chosen || !income) throw new Error('no package is on offer')
  return { chosen, income }
}

export const deposit = async (scene: Scene): Promise<SentCall[]> => {
  const { chosen, income } = await pickPackage(scene)
  const minimum = Number(BigInt(chosen.minimum) / ONE)
  const intent = await scene.person.api.call(investPledgeOrder, {
    packageId: chosen.packageId,
    amount: whole(scene, minimum, minimum * 3),
    incomeType: income.token,
  })
  if (intent.kind !== 'deposit') throw new Error(`a deposit was answered with ${intent.kind}`)
  return depositCall(scene, intent.tokenAddress as Hex, {
    amount: BigInt(intent.amount),
    packageId: BigInt(intent.chainPackageId),
  })
}

/** Deposits whole tokens for the term of a package. */
export const stake = async (
  scene: Scene,
  { packageId, amount, incomeType }: { packageId: number; amount: bigint; incomeType: 'USDT' | 'DR' },
): Promise<SentCall[]> => {
  const order = { packageId, amount: String(amount * ONE), incomeType }
  const intent = await scene.person.api.call(investPledgeOrder, order)
  if (intent.kind !== 'deposit') throw new Error(`a deposit was answered with ${intent.kind}`)
  return depositCall(scene, intent.tokenAddress as Hex, {
    amount: BigInt(intent.amount),
    packageId: BigInt(intent.chainPackageId),
  })
}

/** Deposits `amount` USDT for 90 days with income in DR, which makes a user or their inviter a node. */
export const stakeLong = async (scene: Scene, amount: bigint): Promise<SentCall[]> => {
  const packages = await termPackages(scene)
  const longest = packages
    .filter(({ token }) => token === 'USDT')
    .toSorted((a, b) => b.termDays - a.termDays)
    .at(0)
  if (!longest) throw new Error('no package takes USDT')
  return stake(scene, { packageId: longest.packageId, amount, incomeType: 'DR' })
}

/** Deposits a fractional amount, less than the minimum, or for an unknown package: it must be returned. */
export const depositMisfit = (scene: Scene): Promise<SentCall[]> => {
  const amount = odd(scene, 1, 50)
  const packageId = BigInt(scene.person.random.between(0, 40))
  return Promise.resolve(depositCall(scene, scene.contracts.USDT, { amount, packageId }))
}

export const reinvest = async (scene: Scene): Promise<SentCall[]> => {
  const { chosen, income } = await pickPackage(scene)
  const minimum = Math.max(1, Number(BigInt(chosen.reinvestMinimum) / ONE))
  await scene.person.api.call(investPledgeOrder, {
    packageId: chosen.packageId,
    amount: whole(scene, minimum, minimum * 2),
    incomeType: income.token,
    reinvest: true,
  })
  return []
}

export const pledge = async (scene: Scene): Promise<SentCall[]> => {
  const { items } = await scene.person.api.call(getPackageConfigList)
  const pod = items.find((item) => item.kind === 'pod')
  if (!pod) throw new Error('the POD package is missing')
  await scene.person.api.call(investPledgeOrder, {
    packageId: pod.packageId,
    amount: String(odd(scene, 1, 300)),
    action: scene.person.random.chance(0.7) ? 'unpledge' : 'pledge',
  })
  return []
}
