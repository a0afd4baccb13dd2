import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../../api/client.ts'
import { showCollected } from '../../api/collected.ts'
import { invalidate } from '../../api/invalidate.ts'
import { errorText } from '../../i18n/error-text.ts'
import { toast } from '../../ui/status/toast.ts'

/** Collects once, shows what came, and has the changed numbers read again. */
export const useCollect = (address: Address): { readonly collect: () => void; readonly busy: boolean } => {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi('collectMining'),
    onSuccess: showCollected,
    onError: (error) => {
      const text = errorText(error)
      if (text) toast.error(text)
    },
    onSettled: () => invalidate(client, address, ['mining', 'ledger']),
  })
  return { collect: () => mutate(), busy: isPending }
}
