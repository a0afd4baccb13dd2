import type { RequestOf } from '@dr/protocol/call'
import { callApi } from '../client.ts'
import type { CallOf } from '../endpoints.ts'

type OperatorAction =
  | 'operatorPropose'
  | 'operatorDecide'
  | 'operatorSaveProduct'
  | 'operatorChangeStock'
  | 'operatorOfferProduct'
  | 'operatorSavePackage'
  | 'operatorOfferPackage'
  | 'operatorSaveNotice'
  | 'operatorWithdrawNotice'
  | 'operatorStop'

/** One change by an operator, with its request. */
export type Operation<Action extends OperatorAction = OperatorAction> = {
  readonly [Name in Action]: { readonly name: Name; readonly request: RequestOf<CallOf<Name>> }
}[Action]

/** Makes the change; the audit log records the operator. */
export const operate = <Action extends OperatorAction>({
  name,
  request,
}: Operation<Action>): Promise<unknown> => callApi<Action>(name, { request })
