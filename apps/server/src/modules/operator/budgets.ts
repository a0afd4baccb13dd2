import { chainPackageId, packageFunding } from '../packages/index.ts'
import type { OperatorDeps } from './deps.ts'

/** Signatures of contract `Funding` (ADR 0012: anyone but the treasury may call them). */
const FUND_POOLS = 'fundPools(address token, uint256 amount, string memo)'
const FUND_BUDGET = 'fundBudget(uint256 packageId, address token, uint256 amount, string memo)'

/** Budgets of packages, contents of pools, and the contract calls that fund them. */
export const showBudgets = async ({ database, contracts, withdrawal }: OperatorDeps) => {
  const [budgets, reserves] = [
    await packageFunding(database.read),
    await withdrawal.readReserves(database.read),
  ]
  return {
    budgets: budgets.map(({ packageId, token, funded, left, withheld, committedUntil }) => ({
      packageId,
      token,
      chainPackageId: chainPackageId({ packageId, incomeToken: token }).toString(),
      funded: funded.toString(),
      left: left.toString(),
      withheld: withheld.toString(),
      committedUntil: committedUntil === null ? null : Number(committedUntil),
    })),
    pools: reserves.flatMap(({ vault, token, poolsByKind }) =>
      Object.entries(poolsByKind).map(([kind, amount]) => ({
        vault,
        token,
        kind,
        amount: amount.toString(),
      })),
    ),
    funding: {
      contract: contracts.Funding,
      tokens: { USDT: contracts.USDT, DR: contracts.DR },
      fundPools: FUND_POOLS,
      fundBudget: FUND_BUDGET,
    },
  }
}
