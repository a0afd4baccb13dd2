import { NO_PROOF, type Proof } from '@dr/protocol/roots/proof'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { PayoutToken } from '@dr/protocol/tokens'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Address, Hash } from 'viem'
import { callApi } from '../../api/client.ts'
import { securityQuery } from '../../api/queries/security.ts'
import { accountProblem } from '../../chain/wallet/account-problem.ts'
import { useT } from '../../i18n/use-t.ts'
import { openTransaction } from '../transaction/intents.ts'

export interface Transfer {
  readonly vault: VaultIndex
  readonly token: PayoutToken
  /** Lower case. */
  readonly to: Address
  readonly amount: bigint
}

export interface TransferSteps {
  /** Called when the transaction sheet opens. */
  readonly onStart: () => void
  /** Called when the user returns from it with nothing sent. */
  readonly onBack: () => void
  /** Called when it closes otherwise. */
  readonly onEnd: () => void
}

/**
 * Asks the server for the proof, with the payment password, and starts the transaction: its call is built here of
 * what the user entered.
 */
export const useTransfer = (address: Address, { onStart, onBack, onEnd }: TransferSteps) => {
  const t = useT()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ vault, paymentPassword, ...transfer }: Transfer & { readonly paymentPassword: string }) =>
      callApi('transfer', {
        request: { ...transfer, account: vault, amount: String(transfer.amount), paymentPassword },
      }),
    meta: { errorText: (error) => accountProblem(t, error) },
    onSuccess: ({ proof, isUser }, { vault, token, to, amount }) => {
      onStart()
      const intent = { kind: 'transferWithin', vault, token, to, amount, isUser } as const
      void openTransaction({ ...intent, proof: readProof(proof) }).then((outcome) =>
        outcome === 'back' ? onBack() : onEnd(),
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: securityQuery(address).queryKey }),
  })
}

const readProof = (proof: {
  readonly epoch: string
  readonly earned: string
  readonly index: string
  readonly path: readonly { readonly hash: string; readonly sum: string }[]
}): Proof =>
  proof.epoch === '0'
    ? NO_PROOF
    : {
        epoch: BigInt(proof.epoch),
        earned: BigInt(proof.earned),
        index: BigInt(proof.index),
        path: proof.path.map(({ hash, sum }) => ({ hash: hash as Hash, sum: BigInt(sum) })),
      }
