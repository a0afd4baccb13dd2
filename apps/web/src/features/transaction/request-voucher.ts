import type { Voucher } from '@dr/protocol/calls/voucher'
import { callApi } from '../../api/client.ts'
import type { Asked } from '../../chain/verify-voucher.ts'
import { FlowFailure } from './failure.ts'
import type { FreshIntent } from './plan.ts'

type QuotedIntent = Exclude<FreshIntent, { kind: 'revokeApproval' }>

/** Asks the server for the voucher; above 100 machines for the first of several. */
export function requestVoucher(intent: QuotedIntent): Promise<Voucher> {
  switch (intent.kind) {
    case 'buyMachine':
      return callApi('machineSignature', {
        request: { productId: intent.productId, machineCount: intent.machineCount },
      })
    case 'activateMachine':
      return callApi('activateSignature', {
        request:
          'all' in intent
            ? { all: intent.all, Period: intent.Period }
            : { machineIDs: [...intent.machineIDs].slice(0, 100), Period: intent.Period },
      })
    case 'withdrawDR': {
      const { account, amount, paymentPassword } = intent
      return callApi('createWithdrawal', {
        request: {
          account,
          token: 'DR',
          amount: String(amount),
          ...(paymentPassword === undefined ? {} : { paymentPassword }),
        },
      })
    }
  }
}

/** What the user asked for, in the terms a voucher is checked against; prices as the public list has them. */
export async function askedBy(intent: QuotedIntent): Promise<Asked> {
  switch (intent.kind) {
    case 'withdrawDR':
      return { kind: 'withdrawDR', account: intent.account, amount: intent.amount }
    case 'activateMachine':
      return {
        kind: 'activateMachine',
        machineIDs: 'all' in intent ? null : intent.machineIDs,
        Period: intent.Period,
      }
    case 'buyMachine': {
      const { items } = await callApi('products')
      const product = items.find(({ productId }) => productId === intent.productId)
      if (product === undefined)
        throw new FlowFailure({
          code: 'lie',
          lies: [{ name: 'request', expected: intent.productId, told: '' }],
        })
      return {
        kind: 'buyMachine',
        machineCount: intent.machineCount,
        product: { price: BigInt(product.price), drgvShareBps: product.drgvShareBps },
      }
    }
  }
}
