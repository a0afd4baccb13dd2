import { CALLS } from '@dr/protocol/calls/index'
import { TRANSFER_WAIT_SECONDS } from '@dr/protocol/constants'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { PayoutToken } from '@dr/protocol/tokens'
import type { Hex } from 'viem'
import type { LowerHex } from '../../platform/hex.ts'
import { type Caller, type Route, route } from '../../platform/route.ts'
import type { TransfersDeps } from './deps.ts'
import { prepareTransfer, type TransferRequest } from './prepare-transfer.ts'
import { transfer } from './transfer.ts'

interface Body {
  readonly to: string
  readonly account: VaultIndex
  readonly token: PayoutToken
  readonly amount: string
}

const requestOf = (body: Body, { userId, address }: Caller): TransferRequest => ({
  userId,
  address,
  terms: {
    to: body.to as LowerHex,
    vault: body.account,
    token: body.token,
    amount: BigInt(body.amount),
  },
})

const termsOf = ({ to, account, token, amount }: Body) => ({ to, account, token, amount })

export const transfersRoutes = (deps: TransfersDeps): Route[] => [
  route(CALLS.transferOrder, async ({ body, caller }) => {
    const { order, available } = await prepareTransfer(deps, requestOf(body, caller))
    return {
      ...order,
      ...termsOf(body),
      available: available.toString(),
      // Deposits stay with the sender (`requireBalance`), and with them what leaves without burn.
      burnFreeLost: '0',
      waitSeconds: TRANSFER_WAIT_SECONDS,
    }
  }),
  route(CALLS.transfer, async ({ body, caller, request: { ip } }) => {
    const done = await transfer(deps, {
      ...requestOf(body, caller),
      ip,
      signature: body.signature as Hex,
      paymentPassword: body.paymentPassword,
    })
    return {
      journalId: done.journalId.toString(),
      orderId: done.orderId,
      ...termsOf(body),
      at: done.at.toISOString(),
      availableAt: Number(done.availableAt),
    }
  }),
]
