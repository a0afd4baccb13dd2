import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { loadConfig } from '../../../api/config.ts'
import { keptMachines } from '../../../api/kept/kept-machines.ts'
import { miningKey } from '../../../api/queries/mining.ts'
import { machinesOnChain } from './machines-on-chain.ts'

/** Stored machines with their state on chain; null: none stored. Throws when no node answers. */
export const machinesOnChainQuery = (address: Address) =>
  queryOptions({
    queryKey: [...miningKey(address), 'on-chain'],
    queryFn: async () => {
      const kept = await keptMachines(await loadConfig())
      if (kept.length === 0) return null
      const { readMachines } = await import('../../../chain/reads/read-machines.ts')
      const reading = await readMachines(kept.map(({ machineId }) => machineId))
      return {
        kept: kept.length,
        blockTime: reading.blockTime,
        machines: machinesOnChain(address, kept, reading),
      }
    },
    // Not cached: payments made since would be offered again.
    gcTime: 0,
    // A function, since live updates lengthen numeric intervals, and none arrive while the server is down.
    refetchInterval: () => 30_000,
  })
