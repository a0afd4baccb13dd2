import type { BookReport } from '../../../exit/report.ts'
import type { UserBalance } from '../../api/queries/user-money.ts'
import { openTransaction } from '../transaction/intents.ts'
import { endedFor } from './exit-sums.ts'

/** Opens the sheet of the claim of all that a book pays now. */
export const openClaim = (book: BookReport, balances: readonly UserBalance[] | undefined): void => {
  const { claim, proof, name } = book
  if (claim === null) return
  const { amount, withheld } = claim
  void openTransaction({
    kind: 'claim',
    ...name,
    amount,
    proof,
    shown: { withheld, fromPackages: endedFor(book, amount, balances) },
  })
}
