/**
 * Subjects of proposals: a limit, the withheld part of a package's budget, a stop that ends, an account that is
 * blocked, or the terms of a package or a product.
 */
import {
  type ParameterName,
  parameterNameSchema,
  type Stoppable,
  stoppableSchema,
} from '@dr/protocol/parameters'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { lockProductTerms, saveProduct } from '../mining/index.ts'
import {
  editTerms,
  lockNewestTerms,
  lockWithheld,
  type PackageToken,
  withholdBudget,
} from '../packages/index.ts'
import {
  BLOCKED,
  blockOf,
  blockSubject,
  clearStop,
  NOT_BLOCKED,
  readParameter,
  stopOf,
} from '../parameters/index.ts'
import { findUserByAddress } from '../users/index.ts'
import { requireWithinBounds } from './proposals.rules.ts'
import { readPackageTerms, readProductTerms, serializeTerms } from './terms-text.ts'

/** Value of what is not stopped; of a stop it is the time since when. */
export const RUNNING = 0n

export type AmountSubject =
  | { readonly kind: 'limit'; readonly name: ParameterName }
  | { readonly kind: 'budget'; readonly packageId: number; readonly token: PackageToken }
  | { readonly kind: 'stop'; readonly what: Stoppable }
  | { readonly kind: 'block'; readonly account: LowerHex }

export type TermsSubject =
  | { readonly kind: 'package'; readonly packageId: number }
  | { readonly kind: 'product'; readonly productId: string }

export const serializeSubject = (subject: AmountSubject | TermsSubject): string => {
  if (subject.kind === 'limit') return subject.name
  if (subject.kind === 'stop') return `stop:${subject.what}`
  if (subject.kind === 'block') return blockSubject(subject.account)
  if (subject.kind === 'package') return `package:${subject.packageId}`
  if (subject.kind === 'product') return `product:${subject.productId}`
  return `budget:${subject.packageId}:${subject.token}`
}

/** Parses the text of `serializeSubject`. */
export const readSubject = (text: string): AmountSubject | TermsSubject => {
  const limit = parameterNameSchema.safeParse(text)
  if (limit.success) return { kind: 'limit', name: limit.data }
  const stop = stoppableSchema.safeParse(/^stop:(.*)$/.exec(text)?.[1])
  if (stop.success) return { kind: 'stop', what: stop.data }
  const [, account] = /^block:(0x[0-9a-f]{40})$/.exec(text) ?? []
  if (account) return { kind: 'block', account: account as LowerHex }
  const [, kind, id = '', token] = /^(budget|package|product):([\w-]+)(?::(USDT|DR))?$/.exec(text) ?? []
  if (kind === 'package') return { kind, packageId: Number(id) }
  if (kind === 'product') return { kind, productId: id }
  if (kind === 'budget' && token) return { kind, packageId: Number(id), token: token as PackageToken }
  throw new FatalError(`no subject of a proposal: ${text}`)
}

export const isTerms = (subject: AmountSubject | TermsSubject): subject is TermsSubject =>
  subject.kind === 'package' || subject.kind === 'product'

const requireUser = async (tx: Tx, account: LowerHex): Promise<void> => {
  if (await findUserByAddress(tx, account)) return
  throw new AppError('BAD_PARAMETER', { details: { path: 'address', reason: 'no-such-user' } })
}

/**
 * The current value; a budget is locked until the transaction ends. Throws BAD_PARAMETER for a budget that
 * was never funded, and for an address of no user.
 */
export const currentValue = async (tx: Tx, subject: AmountSubject): Promise<bigint> => {
  if (subject.kind === 'limit') return readParameter(tx, subject.name)
  if (subject.kind === 'stop') return (await stopOf(tx, subject.what))?.since ?? RUNNING
  if (subject.kind === 'block') {
    await requireUser(tx, subject.account)
    return (await blockOf(tx, subject.account)) ? BLOCKED : NOT_BLOCKED
  }
  const withheld = await lockWithheld(tx, subject)
  if (withheld !== undefined) return withheld
  throw new AppError('BAD_PARAMETER', { details: { path: 'packageId', reason: 'no-such-budget' } })
}

/** The terms decided last, locked until the transaction ends; null: there are none. */
export const currentTerms = async (tx: Tx, subject: TermsSubject, now: bigint): Promise<string | null> => {
  const terms =
    subject.kind === 'package'
      ? await lockNewestTerms(tx, subject.packageId, now)
      : await lockProductTerms(tx, subject.productId)
  return terms && serializeTerms(terms)
}

/**
 * Throws BAD_PARAMETER beyond the bounds of a limit. A budget may be withheld completely; a larger amount has
 * no further effect.
 */
export const requirePossible = (subject: AmountSubject, value: bigint): void => {
  if (subject.kind === 'limit') requireWithinBounds(subject.name, value)
}

/** Applies a value; a limit and a block need only their entry in the history. */
export const applyValue = async (tx: Tx, subject: AmountSubject, value: bigint): Promise<void> => {
  if (subject.kind === 'budget') await withholdBudget(tx, { ...subject, withheld: value })
  if (subject.kind === 'stop') await clearStop(tx, subject.what)
}

/**
 * Applies terms: a package's for deposits ten minutes from now (a new one at once), a product's for vouchers
 * from now on.
 */
export const applyTerms = async (tx: Tx, subject: TermsSubject, text: string, now: bigint): Promise<void> => {
  if (subject.kind === 'package') await editTerms(tx, readPackageTerms(text), now)
  else await saveProduct(tx, readProductTerms(text))
}
