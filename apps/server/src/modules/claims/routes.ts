import { transfer, transferLimit } from '@dr/protocol/calls/transfer'
import type { LowerHex } from '../../platform/hex.ts'
import { type Route, route } from '../../platform/route.ts'
import type { TransferDeps } from './deps.ts'
import { prepareTransfer } from './prepare-transfer.ts'
import { readTransferLimit } from './transfer-limit.ts'

export const claimsRoutes = (deps: TransferDeps): Route[] => [
  route(transferLimit, async ({ body, caller }) => {
    const { userId, address } = caller
    const book = { userId, address, vault: body.account, token: body.token }
    const { available, claimable } = await readTransferLimit(deps, book)
    return { available: String(available), claimable: String(claimable) }
  }),
  route(transfer, ({ body, caller: { userId, address }, request: { ip } }) =>
    prepareTransfer(deps, {
      userId,
      address,
      vault: body.account,
      token: body.token,
      to: body.to as LowerHex,
      amount: BigInt(body.amount),
      paymentPassword: body.paymentPassword,
      ip,
    }),
  ),
]
