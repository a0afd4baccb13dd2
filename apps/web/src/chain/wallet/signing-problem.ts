import { isUserRejection } from './provider.ts'
import { WalletUnfit } from './wallet-client.ts'

/** Why the wallet gave no signature; null: the error is of something else. */
export type SigningProblem = 'rejected' | WalletUnfit['problem']

export const signingProblem = (error: unknown): SigningProblem | null =>
  error instanceof WalletUnfit ? error.problem : isUserRejection(error) ? 'rejected' : null
