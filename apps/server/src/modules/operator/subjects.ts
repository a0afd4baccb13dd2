/** What a proposal may change: a limit, or what is withheld of a package's budget. */
import { type ParameterName, parameterNameSchema } from '@dr/protocol/parameters'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { lockWithheld, type PackageToken, withholdBudget } from '../packages/index.ts'
import { readParameter } from '../parameters/index.ts'
import { requireWithinBounds } from './proposals.rules.ts'

export type Subject =
  | { readonly kind: 'limit'; readonly name: ParameterName }
  | { readonly kind: 'budget'; readonly packageId: number; readonly token: PackageToken }

export const spellSubject = (subject: Subject): string =>
  subject.kind === 'limit' ? subject.name : `budget:${subject.packageId}:${subject.token}`

/** Reads back what `spellSubject` wrote. */
export const readSubject = (text: string): Subject => {
  const limit = parameterNameSchema.safeParse(text)
  if (limit.success) return { kind: 'limit', name: limit.data }
  const budget = /^budget:(\d+):(USDT|DR)$/.exec(text)
  if (!budget) throw new FatalError(`no subject of a proposal: ${text}`)
  return { kind: 'budget', packageId: Number(budget[1]), token: budget[2] as PackageToken }
}

/** As it is now; of a budget locked until the transaction ends. Throws BAD_PARAMETER for a budget that was never funded. */
export const currentValue = async (tx: Tx, subject: Subject): Promise<bigint> => {
  if (subject.kind === 'limit') return readParameter(tx, subject.name)
  const withheld = await lockWithheld(tx, subject)
  if (withheld !== undefined) return withheld
  throw new AppError('BAD_PARAMETER', { details: { path: 'packageId', reason: 'no-such-budget' } })
}

/** Throws BAD_PARAMETER beyond the bounds of a limit. A budget may be withheld whole, and more comes to nothing more. */
export const requirePossible = (subject: Subject, value: bigint): void => {
  if (subject.kind === 'limit') requireWithinBounds(subject.name, value)
}

/** What holds from now on; a limit holds by its entry in the history alone. */
export const apply = async (tx: Tx, subject: Subject, value: bigint): Promise<void> => {
  if (subject.kind === 'budget') await withholdBudget(tx, { ...subject, withheld: value })
}
