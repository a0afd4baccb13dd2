/**
 * Funds the rewards on the local chain, with a sponsor's own tokens, since `Funding` refuses the treasury.
 * Part of the first start only, so that it happens once.
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
 * Budget of each package's incomes, and initial pools: small, so that no dividend week looks like one from
 * fees. Base units.
 */
const LOCAL_FUNDING = {
  budget: { usdt: parseEther('20000'), dr: parseEther('60000') },
  pools: { usdt: parseEther('400'), dr: parseEther('400') },
} as const

/** Every budget of the default packages, with the arguments of `fundBudget`. */
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

/** Gives the sponsor tokens of `holder`, and funds every budget and the pools with them. */
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

/** Initial pot and bond of the digit draw, for `GAME=on`. Base units of DR. */
const LOCAL_DRAW = { pot: parseEther('9000'), bond: parseEther('5000') } as const

/** Gives sponsor and drawer tokens of `holder`, and funds the draw's pot and bond. */
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
