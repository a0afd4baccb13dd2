/** Saves terms if one operator suffices, and proposes them if it takes two (ADR 0024). */
import type { Proposal } from '@dr/protocol/calls/operator'
import type { OperatorPackage, OperatorProduct } from '@dr/protocol/calls/operator-offers'
import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  type EditedProduct,
  lockProductTerms,
  productNeedsTwo,
  requirePerUserLimit,
  requirePowerForPrice,
  requireSellablePrice,
  requireStockOfNew,
  saveProduct as writeProduct,
} from '../mining/index.ts'
import {
  type EditedTerms,
  editTerms,
  lockNewestTerms,
  requireBounded,
  termsNeedTwo,
} from '../packages/index.ts'
import { writeAudit } from './audit.ts'
import type { Actor } from './deps.ts'
import { proposeTerms } from './proposals.ts'

/** Outcome: the change is applied, or waits for a second operator. */
type Saved<T> =
  | { readonly applied: T; readonly proposed: null }
  | { readonly applied: null; readonly proposed: Proposal }

export const savePackage = async (
  tx: Tx,
  actor: Actor,
  terms: EditedTerms,
  reason = '',
): Promise<Saved<OperatorPackage>> => {
  const { packageId, token } = terms
  const { timestamp: now } = await chainNow(tx)
  const newest = await lockNewestTerms(tx, packageId, now)
  if (newest && newest.token !== token) {
    throw new AppError('BAD_PARAMETER', { details: { path: 'token', reason: 'of-another-token' } })
  }
  requireBounded(terms)
  if (termsNeedTwo(newest, terms)) {
    return { applied: null, proposed: await proposeTerms(tx, actor, { kind: 'package', terms, reason }) }
  }
  const { before, after } = await editTerms(tx, terms, now)
  await writeAudit(tx, actor, { action: 'package.save', subject: `package:${packageId}`, before, after })
  return { applied: after, proposed: null }
}

export const saveProduct = async (
  tx: Tx,
  actor: Actor,
  terms: EditedProduct,
  reason = '',
): Promise<Saved<OperatorProduct>> => {
  const { productId } = terms
  const held = await lockProductTerms(tx, productId)
  requireStockOfNew(held, terms)
  requireSellablePrice(terms)
  requirePowerForPrice(terms)
  await requirePerUserLimit(tx, terms)
  if (productNeedsTwo(held, terms)) {
    return { applied: null, proposed: await proposeTerms(tx, actor, { kind: 'product', terms, reason }) }
  }
  const { before, after } = await writeProduct(tx, terms)
  await writeAudit(tx, actor, { action: 'product.save', subject: `product:${productId}`, before, after })
  return { applied: after, proposed: null }
}
