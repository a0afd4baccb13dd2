import { signingProblem } from '../../chain/wallet/signing-problem.ts'
import type { Translate } from '../translate.ts'
import { securityText } from './security-text.ts'

/**
 * What went wrong with something the wallet signs or the payment password guards; the wallet's own "no"
 * included.
 */
export const accountProblem = (t: Translate, error: unknown): string => {
  const problem = signingProblem(error)
  if (problem === 'rejected') return t('message.unsigned')
  if (problem === 'wallet-gone') return t('tx.fail.walletGone')
  if (problem === 'wallet-changed') return t('tx.fail.walletChanged')
  if (problem === 'wrong-network') return t('wallet.network.wrong')
  return securityText(error) ?? t('error.transport')
}
