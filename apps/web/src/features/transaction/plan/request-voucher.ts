import type { Voucher } from '@dr/protocol/calls/voucher'
import { MACHINE_BATCH_MAX, ZERO_ADDRESS } from '@dr/protocol/constants'
import type { Address } from 'viem'
import { callApi } from '../../../api/client.ts'
import { getSession } from '../../../api/session/session.ts'
import type { VoucherRequest } from '../../../chain/vouchers/check-request.ts'
import { FlowFailure } from '../flow/failure.ts'
import type { DirectIntent } from './direct-call.ts'
import type { FreshIntent } from './plan.ts'

type QuotedIntent = Exclude<FreshIntent, DirectIntent>

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
            : { machineIDs: [...intent.machineIDs].slice(0, MACHINE_BATCH_MAX), Period: intent.Period },
      })
    case 'buyPODpower':
      return callApi('podPowerSignature', { request: { drAmount: String(intent.drAmount) } })
    case 'swapToken': {
      const { input: inputToken, output: outputToken, inputAmount } = intent
      return callApi('swapTokenSignature', {
        request: { inputToken, outputToken, inputAmount: String(inputAmount) },
      })
    }
    case 'withdraw': {
      const { account, token, amount, paymentPassword } = intent
      return callApi('createWithdrawal', {
        request: {
          account,
          token,
          amount: String(amount),
          ...(paymentPassword === undefined ? {} : { paymentPassword }),
        },
      })
    }
  }
}

/** What the user asked for, in the terms a voucher is checked against; prices as the public list has them. */
export async function requestOf(intent: QuotedIntent): Promise<VoucherRequest> {
  switch (intent.kind) {
    case 'withdraw':
    case 'swapToken':
      return intent
    case 'buyPODpower':
      return { ...intent, referrer: boundInviter() }
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
          code: 'mismatch',
          mismatches: [{ name: 'request', expected: intent.productId, actual: '' }],
        })
      return {
        kind: 'buyMachine',
        machineCount: intent.machineCount,
        product: { price: BigInt(product.price), drgvShareBps: product.drgvShareBps },
      }
    }
  }
}

/** The referrer for the contract (PRODUCT.md 7): the bound inviter; none for a genesis account. */
function boundInviter(): Address {
  const session = getSession()
  const inviter = session.status === 'signed-in' ? session.profile.inviter : null
  return (inviter ?? ZERO_ADDRESS) as Address
}
