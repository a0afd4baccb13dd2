/** A journey in time that leaves a day's roots confirmed behind it, so that eight days make them final. */
import { setTimeout as delay } from 'node:timers/promises'
import { emissionAbi } from '@dr/contracts/abi/emission'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { DAY_SECONDS } from '@dr/protocol/constants'
import type { ContractAddresses } from '@dr/server/platform/chain/contract-addresses'
import { type Address, createPublicClient, encodeFunctionData, http, toHex } from 'viem'
import { makeFinal, travel } from './chain/clock.ts'
import { createRpc, type Rpc, readBlock } from './chain/rpc.ts'

const WAIT_MS = 60_000
const POLL_MS = 500

/** Whether roots that were posted at `since` or later, Unix seconds of the chain, are confirmed in time. */
const waitForRoots = async (url: string, { registry, since }: { registry: Address; since: bigint }) => {
  const client = createPublicClient({ transport: http(url), cacheTime: 0 })
  const at = { address: registry, abi: rootRegistryAbi } as const
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await delay(POLL_MS)) {
    const newest = await client.readContract({ ...at, functionName: 'lastEpoch' })
    const { postedAt, confirmedAt } = await client.readContract({
      ...at,
      functionName: 'epochOf',
      args: [newest],
    })
    if (postedAt >= since && confirmedAt > 0n) return newest
  }
  return undefined
}

/** Has no key: Anvil sends for it. */
const ANYONE = '0x000000000000000000000000000000000000a11e'

/**
 * Advances the chain, and releases the emission in the block that it arrives at, which any account may do: so
 * the roots that are due there count what was mined until then.
 */
const travelWithRelease = async (rpc: Rpc, { seconds, emission }: { seconds: number; emission: Address }) => {
  const before = await readBlock(rpc, 'latest')
  await rpc('anvil_setBalance', [ANYONE, toHex(10n ** 18n)])
  await rpc('anvil_impersonateAccount', [ANYONE])
  await rpc('evm_setNextBlockTimestamp', [(before?.timestamp ?? 0) + seconds])
  const data = encodeFunctionData({ abi: emissionAbi, functionName: 'release' })
  await rpc('eth_sendTransaction', [{ from: ANYONE, to: emission, data, gas: toHex(1_000_000) }])
  await makeFinal(rpc)
}

interface Journey {
  readonly seconds: number
  /** Undefined: another chain than that of the data folder, of which nothing is known. */
  readonly contracts: Pick<ContractAddresses, 'Emission' | 'RootRegistry'> | undefined
  readonly said: (line: string) => void
}

/** Advances the chain at `url`; after the first of several days it waits for that day's roots. */
export const travelDays = async (url: string, { seconds, contracts, said }: Journey): Promise<void> => {
  const rpc = createRpc(url)
  if (!contracts) return travel(rpc, seconds)
  const { Emission: emission, RootRegistry: registry } = contracts
  if (seconds <= DAY_SECONDS) return travelWithRelease(rpc, { seconds, emission })
  await travelWithRelease(rpc, { seconds: DAY_SECONDS, emission })
  said('A day has passed; its roots and their confirmation come now …')
  const since = BigInt((await readBlock(rpc, 'finalized'))?.timestamp ?? 0)
  const epoch = await waitForRoots(url, { registry, since })
  said(
    epoch === undefined ? 'None came within a minute: does npm start run?' : `Epoch ${epoch} is confirmed.`,
  )
  await travelWithRelease(rpc, { seconds: seconds - DAY_SECONDS, emission })
}
