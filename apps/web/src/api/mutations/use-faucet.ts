import { formatAmount } from '@dr/protocol/amounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useT } from '../../i18n/use-t.ts'
import { toast } from '../../ui/status/toast.ts'
import { invalidate } from '../invalidate.ts'
import { askFaucet } from './ask-faucet.ts'

/**
 * Requests test money, reports it, and reads the wallet's balances again; then calls `onGiven`. Local chain
 * only.
 */
export const useFaucet = (onGiven?: () => void) => {
  const t = useT()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: askFaucet,
    onSuccess: async ({ sent }, to) => {
      const amounts = sent.map(({ amount, token }) => `${formatAmount(BigInt(amount))} ${token}`).join(', ')
      toast.success(t('wallet.faucet.done', { amounts }))
      await invalidate(queryClient, to, ['wallet'])
      onGiven?.()
    },
  })
}
