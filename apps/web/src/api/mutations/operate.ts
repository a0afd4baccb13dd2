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

/** One change by an operator, and what it asks. */
export type Operation = {
  readonly [Name in OperatorAction]: { readonly name: Name; readonly request: RequestOf<CallOf<Name>> }
}[OperatorAction]

/** Does it; who did it is in the audit log. */
export const operate = ({ name, request }: Operation): Promise<unknown> =>
  callApi(name, { request } as Parameters<typeof callApi<typeof name>>[1])
