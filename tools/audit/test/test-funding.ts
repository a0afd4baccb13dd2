/** Money for the reward pools of a test's chain. */
import { drAbi } from '@dr/contracts/abi/dr'
import { fundingAbi } from '@dr/contracts/abi/funding'
import type { ExitChain } from '@dr/e2e/fixtures/exit/exit-chain'
import type { PayoutToken } from '@dr/protocol/tokens'
import { testWallet } from '@dr/test-kit/wallets'
import type { Abi } from 'viem'

/** Puts `amount` into the pools: a fifth of it reaches the node vault, the rest the deflation vault. */
export const fundPools = async (
  { call, contracts, token }: ExitChain,
  symbol: PayoutToken,
  amount: bigint,
): Promise<void> => {
  const holder = testWallet('liquidity holder')
  const approve = { functionName: 'approve', args: [contracts.funding, amount] }
  await call(holder, { address: token(symbol), abi: drAbi as Abi, ...approve })
  const fund = { functionName: 'fundPools', args: [token(symbol), amount, 'a test'] }
  await call(holder, { address: contracts.funding, abi: fundingAbi as Abi, ...fund })
}
