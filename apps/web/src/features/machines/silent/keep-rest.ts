import { PAGE_LIMIT_MAX } from '@dr/protocol/constants'
import type { Address } from 'viem'
import { callApi } from '../../../api/client.ts'
import { loadConfig } from '../../../api/config.ts'
import { KEPT_MAX, keepMachines } from '../../../api/kept/kept-machines.ts'

/** Stores the machines of all pages, shown or not, up to the storage limit. */
export const keepRest = async (address: Address): Promise<void> => {
  const config = await loadConfig()
  let cursor: string | null = null
  let kept = 0
  do {
    const request = { limit: PAGE_LIMIT_MAX, ...(cursor === null ? {} : { cursor }) }
    const page: Awaited<ReturnType<typeof callApi<'miningDetail'>>> = await callApi('miningDetail', {
      request,
    })
    kept = await keepMachines(address, config, page.items)
    cursor = page.nextCursor
  } while (cursor !== null && kept > 0 && kept < KEPT_MAX)
}
