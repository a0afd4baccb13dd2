import type { Machine } from '@dr/protocol/calls/user-mining'
import { useEffect, useRef } from 'react'
import type { Address } from 'viem'
import { loadConfig } from '../../../api/config.ts'
import { KEPT_MAX, keepMachines } from '../../../api/kept/kept-machines.ts'
import { keepRest } from './keep-rest.ts'

interface Pages {
  readonly pages: readonly { readonly items: readonly Machine[] }[]
}

/**
 * Stores the machines that the server lists; once, also those on pages that are not shown. `owned`: their
 * number. A failure is retried when the Backpack is opened again.
 */
export const useKeptMachines = (
  address: Address,
  listed: Pages | undefined,
  owned: number | undefined,
): void => {
  const requestedFor = useRef<Address | null>(null)
  useEffect(() => {
    if (listed === undefined) return
    const keep = async (): Promise<void> => {
      const named = listed.pages.flatMap(({ items }) => items)
      const kept = await keepMachines(address, await loadConfig(), named)
      const rest = owned !== undefined && kept > 0 && kept < Math.min(owned, KEPT_MAX)
      if (!rest || requestedFor.current === address) return
      requestedFor.current = address
      await keepRest(address)
    }
    keep().catch(() => undefined)
  }, [address, listed, owned])
}
