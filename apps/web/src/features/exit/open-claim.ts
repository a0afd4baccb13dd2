import type { BookReport } from '../../../exit/report.ts'
import type { UserBalance } from '../../api/queries/user-money.ts'
import { openTransaction } from '../transaction/intents.ts'
import { endedFor, withheldOf } from './exit-sums.ts'

/** Opens the sheet of the claim of all that a book pays now, or of a part of it. */
export const openClaim = (
  book: BookReport,
  balances: readonly UserBalance[] | undefined,
  part?: bigint,
): void => {
  const { claim, proof, name } = book
  if (claim === null) return
  const amount = part ?? claim.amount
  void openTransaction({
    kind: 'claim',
    ...name,
    amount,
    proof,
    shown: { withheld: withheldOf(claim, amount), fromPackages: endedFor(book, amount, balances) },
  })
}
