/**
 * On the local chain someone must have funded the rewards: a sponsor with tokens of its own, not the
 * treasury, which the `Funding` contract refuses. Part of the first start alone, so that it happens once.
 */
import { digitDrawAbi } from '@dr/contracts/abi/digit-draw'
import { drAbi } from '@dr/contracts/abi/dr'
import { fundingAbi } from '@dr/contracts/abi/funding'
import type { Deployment } from '@dr/contracts/deploy'
import { chainPackageId } from '@dr/server/modules/packages/deposit/deposit.rules'
import { DEFAULT_PACKAGES } from '@dr/server/modules/packages/terms/default-packages'
import {
  type Abi,
  type Account,
  type Address,
  type Chain,
  type PublicClient,
  parseEther,
  type Transport,
  type WalletClient,
} from 'viem'

type Token = 'usdt' | 'dr'
type Wallet = WalletClient<Transport, Chain, Account>

const INCOMES = [
  { token: 'usdt', incomeToken: 'USDT' },
  { token: 'dr', incomeToken: 'DR' },
] as const

/**
 * Budget of each package for each income it offers, and the pools' beginning: little, so that no week of
 * dividends looks like what fees bring. Base units.
 */
const LOCAL_FUNDING = {
  budget: { usdt: parseEther('20000'), dr: parseEther('60000') },
  pools: { usdt: parseEther('400'), dr: parseEther('400') },
} as const

/** Every budget of the packages that are offered by default, as `fundBudget` names it. */
const LOCAL_BUDGETS = INCOMES.flatMap(({ token, incomeToken }) =>
  DEFAULT_PACKAGES.filter(({ dailyRates }) => dailyRates[incomeToken] !== undefined).map(({ packageId }) => ({
    token,
    chainPackageId: chainPackageId({ packageId, incomeToken }),
  })),
)

interface Chained {
  readonly publicClient: PublicClient
  readonly contracts: Deployment['contracts']
}

interface ContractCall {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

const send = async ({ publicClient }: Chained, wallet: Wallet, call: ContractCall): Promise<void> => {
  const hash = await wallet.writeContract({ ...call, chain: wallet.chain, account: wallet.account })
  const { status } = await publicClient.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`${call.functionName} reverted in ${hash}`)
}

/** `holder` gives the sponsor what it then openly puts into every budget and into the pools. */
export const fundRewards = async (
  chained: Chained,
  { holder, sponsor }: { readonly holder: Wallet; readonly sponsor: Wallet },
): Promise<void> => {
  const { contracts } = chained
  const fund = (functionName: string, args: readonly unknown[]) =>
    send(chained, sponsor, { address: contracts.funding, abi: fundingAbi, functionName, args })
  for (const token of ['usdt', 'dr'] as const satisfies readonly Token[]) {
    const budgets = LOCAL_BUDGETS.filter((budget) => budget.token === token)
    const { budget, pools } = LOCAL_FUNDING
    const total = budget[token] * BigInt(budgets.length) + pools[token]
    const erc20 = { address: contracts[token], abi: drAbi }
    const { address } = sponsor.account
    await send(chained, holder, { ...erc20, functionName: 'transfer', args: [address, total] })
    await send(chained, sponsor, { ...erc20, functionName: 'approve', args: [contracts.funding, total] })
    for (const { chainPackageId: id } of budgets)
      await fund('fundBudget', [id, contracts[token], budget[token], 'local sponsor: package budget'])
    await fund('fundPools', [contracts[token], pools[token], 'local sponsor: first weeks'])
  }
}

/** What the digit draw begins with, so that `GAME=on` has something to pay out of. Base units of DR. */
const LOCAL_DRAW = { pot: parseEther('9000'), bond: parseEther('5000') } as const

/** `holder` gives sponsor and drawer what they put into the draw's pot and bond. */
export const fundDraw = async (
  chained: Chained,
  { holder, sponsor, drawer }: { readonly holder: Wallet; readonly sponsor: Wallet; readonly drawer: Wallet },
): Promise<void> => {
  const { dr, digitDraw } = chained.contracts
  const put = async (wallet: Wallet, amount: bigint, functionName: string, args: readonly unknown[]) => {
    const token = { address: dr, abi: drAbi }
    await send(chained, holder, {
      ...token,
      functionName: 'transfer',
      args: [wallet.account.address, amount],
    })
    await send(chained, wallet, { ...token, functionName: 'approve', args: [digitDraw, amount] })
    await send(chained, wallet, { address: digitDraw, abi: digitDrawAbi, functionName, args })
  }
  const { pot, bond } = LOCAL_DRAW
  await put(sponsor, pot, 'fundPot', [pot, 'local sponsor: first draws'])
  await put(drawer, bond, 'postBond', [bond])
}
