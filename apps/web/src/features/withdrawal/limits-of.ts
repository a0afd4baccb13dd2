import { recentShare } from '@dr/protocol/rules/recent-deposits'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { UserMoney } from '../../api/queries/user-money.ts'
import type { RecentDeposit } from '../../api/queries/withdrawal-limits.ts'
import type { WithdrawalTerms } from '../../chain/reads/read-withdrawal-terms.ts'
import type { PayoutToken, WithdrawalLimits } from './withdrawal.rules.ts'

interface Known {
  readonly vault: VaultIndex
  readonly token: PayoutToken
  readonly money: UserMoney
  /** Settings of the operator, from the server. */
  readonly parameters: {
    readonly withdrawalMinimum: Readonly<Record<PayoutToken, string>>
    readonly withdrawalBurnBps: number
  }
  /** undefined: the chain has not answered. */
  readonly terms: WithdrawalTerms | undefined
  /**
   * Recent deposits of the node account; undefined: the server has not answered, or is an older version
   * without this call.
   */
  readonly recentDeposits: readonly RecentDeposit[] | undefined
}

/** Limits of a withdrawal by account and token, from the ledger, the settings and the vault. */
export const limitsOf = (known: Known): WithdrawalLimits => {
  const { vault, token, money, parameters, terms, recentDeposits } = known
  const { balances, withdrawalDay } = money
  const balance = balances.find((one) => one.account === vault && one.token === token)
  const usdLeft = BigInt(withdrawalDay.limitUsd) - BigInt(withdrawalDay.usedUsd)
  const recent = vault === 2 ? recentDeposits?.find((one) => one.token === token) : undefined
  return {
    token,
    minimum: BigInt(parameters.withdrawalMinimum[token]),
    available: BigInt(balance?.available ?? 0),
    unreturned: BigInt(balance?.unreturned ?? 0),
    usdLeft: usdLeft > 0n ? usdLeft : 0n,
    burnBps: terms?.burnBps ?? BigInt(parameters.withdrawalBurnBps),
    drPrice: terms?.drPrice ?? null,
    vaultLeft: terms?.vaultLeft ?? null,
    accountLeft: terms?.accountLeft ?? null,
    recent: BigInt(recent?.deposited ?? 0),
    recentDays: recent?.days ?? 0,
    received: BigInt(recent?.received ?? 0),
    recentLeft: recent && terms ? shareLeft(recentShare({ limit: terms.vaultLimit }), recent) : null,
    walletDr: terms?.walletDr ?? null,
  }
}

const shareLeft = (share: bigint, { used }: RecentDeposit): bigint =>
  share > BigInt(used) ? share - BigInt(used) : 0n
