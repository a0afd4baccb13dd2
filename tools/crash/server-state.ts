/** Public answers of a server under test that its users wait for. */
import { setTimeout as delay } from 'node:timers/promises'
import { readBlock } from '../dev/chain/rpc.ts'
import type { World } from './test-network.ts'

const CATCH_UP_TIMEOUT_MS = 120_000
const CATCH_UP_POLL_MS = 100

export const inviteCodeOf = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/api/v1/public/config`)
  const { data } = (await response.json()) as { data: { genesisInviteCode: string } }
  return data.genesisInviteCode
}

/** Waits until the server has processed the finalized block. */
export const catchUp = async ({ chain, url }: Pick<World, 'chain' | 'url'>): Promise<void> => {
  const finalized = (await readBlock(chain.rpc, 'finalized'))?.number ?? 0
  const until = performance.now() + CATCH_UP_TIMEOUT_MS
  for (;;) {
    const response = await fetch(`${url}/api/v1/public/overview`)
    const { data } = (await response.json()) as { data?: { clock: { blockNumber: number } } }
    if (data && data.clock.blockNumber >= finalized) return
    if (performance.now() > until) throw new Error(`the indexer does not catch up with block ${finalized}`)
    await delay(CATCH_UP_POLL_MS)
  }
}
