import { formatAmount } from '@dr/protocol/amounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/invalidate.ts'
import { collectMining } from '../../api/mutations/collect-mining.ts'
import type { Address } from '../../api/session.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { toast } from '../../ui/toast.ts'

/** Collects once, says what came, and has the changed numbers read again. */
export function useCollect(address: Address): { readonly collect: () => void; readonly busy: boolean } {
  const t = useT()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => collectMining(),
    onSuccess: ({ amount }) =>
      toast.success(`${t('message.tq_success')} · ${formatAmount(BigInt(amount))} DR`),
    onError: (error) => {
      const text = errorText(error)
      if (text) toast.error(text)
    },
    onSettled: () => invalidate(client, address, ['mining', 'ledger']),
  })
  return { collect: () => mutate(), busy: isPending }
}
