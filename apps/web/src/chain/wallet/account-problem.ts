import { securityText, type WhichPassword } from '../../i18n/security-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { isUserRejection } from './provider.ts'
import { WalletUnfit } from './wallet-client.ts'

/** Reason why the wallet did not sign; null: another error. */
type SigningProblem = 'rejected' | WalletUnfit['problem']

const signingProblem = (error: unknown): SigningProblem | null =>
  error instanceof WalletUnfit ? error.problem : isUserRejection(error) ? 'rejected' : null

/** Text of an error around a signature or the payment password, including a rejection in the wallet. */
export const accountProblem = (t: Translate, error: unknown, which?: WhichPassword): string => {
  const problem = signingProblem(error)
  if (problem === 'rejected') return t('message.unsigned')
  if (problem === 'wallet-gone') return t('tx.fail.walletGone')
  if (problem === 'wallet-changed') return t('tx.fail.walletChanged')
  if (problem === 'wrong-network') return t('wallet.network.wrong')
  return securityText(error, which) ?? t('error.transport')
}
