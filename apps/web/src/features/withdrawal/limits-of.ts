import type { UserMoney } from '../../api/queries/user-money.ts'
import type { WithdrawalTerms } from '../../chain/reads/read-withdrawal-terms.ts'
import type { PayoutToken, WithdrawalLimits } from './withdrawal-rules.ts'

interface Known {
  readonly account: 0 | 1 | 2
  readonly token: PayoutToken
  readonly money: UserMoney
  /** The operator's settings, as the server says them. */
  readonly parameters: {
    readonly withdrawalMinimum: Readonly<Record<PayoutToken, string>>
    readonly withdrawalBurnBps: number
  }
  /** undefined: the chain has not answered. */
  readonly terms: WithdrawalTerms | undefined
}

/** What decides about a withdrawal from an account in a token, by the ledger, the settings and the vault. */
export const limitsOf = ({ account, token, money, parameters, terms }: Known): WithdrawalLimits => {
  const { balances, withdrawalDay } = money
  const balance = balances.find((one) => one.account === account && one.token === token)
  const usdLeft = BigInt(withdrawalDay.limitUsd) - BigInt(withdrawalDay.usedUsd)
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
    walletDr: terms?.walletDr ?? null,
  }
}
