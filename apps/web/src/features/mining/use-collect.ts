import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../../api/client.ts'
import { showCollected } from '../../api/collected.ts'
import { invalidate } from '../../api/invalidate.ts'

/** Collects once, shows the result, and reads the changed numbers again. */
export const useCollect = (address: Address): { readonly collect: () => void; readonly busy: boolean } => {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi('collectMining'),
    onSuccess: showCollected,
    onSettled: () => invalidate(client, address, ['mining', 'ledger']),
  })
  return { collect: () => mutate(), busy: isPending }
}
