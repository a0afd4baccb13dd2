import * as calls from '@dr/protocol/calls/operator'
import * as notices from '@dr/protocol/calls/operator-notices'
import * as offers from '@dr/protocol/calls/operator-offers'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type Caller, type RequestInfo, type Route, route } from '../../platform/route.ts'
import { allProducts, changeStock, offerProduct, type ProductChange } from '../mining/index.ts'
import { editNotice, listAllNotices, publishNotice, withdrawNotice } from '../notices/index.ts'
import { allPackages, offerPackage } from '../packages/index.ts'
import { BLOCKED, NOT_BLOCKED } from '../parameters/index.ts'
import { listAudit, writeAudit } from './audit.ts'
import { showBudgets } from './budgets.ts'
import type { Actor, OperatorDeps } from './deps.ts'
import { listLimits } from './limits.ts'
import { decide, listProposals, propose } from './proposals.ts'
import { reconcile } from './reconciliation.ts'
import { savePackage, saveProduct } from './save-terms.ts'
import { showAccount } from './show-account.ts'
import { listStoppables, stop } from './stops.ts'
import { RUNNING } from './subjects.ts'

interface Input {
  readonly caller: Caller
  readonly request: RequestInfo
}

/** Runs a change with its entry in the audit log, both or neither. */
type Change = <T>(input: Input, change: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>

const changeWith =
  ({ database, now }: OperatorDeps): Change =>
  ({ caller, request }, change) =>
    database.transaction((tx) => change(tx, { operator: caller.address, requestId: request.id, at: now() }))

const productRoutes = ({ database }: OperatorDeps, change: Change): Route[] => {
  const audited =
    (action: string) =>
    (input: Input, write: (tx: Tx) => Promise<ProductChange>): Promise<ProductChange['after']> =>
      change(input, async (tx, actor) => {
        const { before, after } = await write(tx)
        await writeAudit(tx, actor, { action, subject: `product:${after.productId}`, before, after })
        return after
      })
  return [
    route(offers.operatorProducts, async () => ({ items: await allProducts(database.read) })),
    route(offers.operatorSaveProduct, (input) => {
      const { price, reason, ...product } = input.body
      return change(input, (tx, actor) =>
        saveProduct(tx, actor, { ...product, price: BigInt(price) }, reason),
      )
    }),
    route(offers.operatorChangeStock, (input) =>
      audited('product.stock')(input, (tx) => changeStock(tx, input.body)),
    ),
    route(offers.operatorOfferProduct, (input) =>
      audited('product.offer')(input, (tx) => offerProduct(tx, input.body)),
    ),
  ]
}

const rate = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

const packageRoutes = ({ database }: OperatorDeps, change: Change): Route[] => [
  route(offers.operatorPackages, async () => {
    const { timestamp: now } = await chainNow(database.read)
    return { items: await allPackages(database.read, now) }
  }),
  route(offers.operatorSavePackage, (input) =>
    change(input, (tx, actor) => {
      const { minimum, reinvestMinimum, dailyRates, reason, ...terms } = input.body
      const amounts = { minimum: BigInt(minimum), reinvestMinimum: BigInt(reinvestMinimum) }
      const rates = { rateUsdt: rate(dailyRates.USDT), rateDr: rate(dailyRates.DR) }
      return savePackage(tx, actor, { ...terms, ...amounts, ...rates }, reason)
    }),
  ),
  route(offers.operatorOfferPackage, (input) =>
    change(input, async (tx, actor) => {
      const { timestamp: now } = await chainNow(tx)
      const { before, after } = await offerPackage(tx, { ...input.body, now })
      const subject = `package:${after.packageId}`
      await writeAudit(tx, actor, { action: 'package.offer', subject, before, after })
      return after
    }),
  ),
]

const noticeRoutes = ({ database }: OperatorDeps, change: Change): Route[] => [
  route(notices.operatorNotices, ({ body }) => listAllNotices(database.read, body)),
  route(notices.operatorSaveNotice, (input) =>
    change(input, async (tx, actor) => {
      const { id, texts } = input.body
      const { at } = await chainNow(tx)
      const { before, after } =
        id === undefined
          ? { before: null, after: await publishNotice(tx, texts, at) }
          : await editNotice(tx, { id: BigInt(id), texts, at })
      const action = before ? 'notice.edit' : 'notice.publish'
      await writeAudit(tx, actor, { action, subject: `notice:${after.id}`, before, after })
      return after
    }),
  ),
  route(notices.operatorWithdrawNotice, (input) =>
    change(input, async (tx, actor) => {
      const { at } = await chainNow(tx)
      const { before, after } = await withdrawNotice(tx, { id: BigInt(input.body.id), at })
      await writeAudit(tx, actor, { action: 'notice.withdraw', subject: `notice:${after.id}`, before, after })
      return after
    }),
  ),
]

const proposalRoutes = ({ database, operators }: OperatorDeps, change: Change): Route[] => [
  route(calls.operatorLimits, () => listLimits(database.read)),
  route(calls.operatorProposals, ({ body }) => listProposals(database.read, body)),
  route(calls.operatorPropose, (input) =>
    change(input, (tx, actor) => {
      const { body } = input
      const { reason } = body
      if (body.kind === 'resume') {
        return propose(tx, actor, { subject: { kind: 'stop', what: body.what }, value: RUNNING, reason })
      }
      if (body.kind === 'block') {
        const subject = { kind: 'block', account: body.address as LowerHex } as const
        return propose(tx, actor, { subject, value: body.blocked ? BLOCKED : NOT_BLOCKED, reason })
      }
      const value = BigInt(body.kind === 'limit' ? body.value : body.withheld)
      return propose(tx, actor, { subject: body, value, reason })
    }),
  ),
  route(calls.operatorDecide, (input) =>
    change(input, (tx, actor) => {
      const { proposalId, decision } = input.body
      return decide(tx, actor, { proposalId: BigInt(proposalId), decision, operators })
    }),
  ),
]

export const operatorRoutes = (deps: OperatorDeps): Route[] => {
  const { database } = deps
  const change = changeWith(deps)
  return [
    ...productRoutes(deps, change),
    ...packageRoutes(deps, change),
    ...noticeRoutes(deps, change),
    ...proposalRoutes(deps, change),
    route(offers.operatorBudgets, () => showBudgets(deps)),
    route(calls.operatorStops, () => listStoppables(database.read)),
    route(calls.operatorStop, (input) => change(input, (tx, actor) => stop(tx, actor, input.body))),
    route(calls.operatorReconciliation, () => reconcile(deps)),
    route(calls.operatorAccount, ({ body }) => showAccount(deps, body.address as LowerHex)),
    route(calls.operatorAudit, ({ body }) => listAudit(database.read, body)),
  ]
}
