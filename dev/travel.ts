/**
 * `npm run -w @dr/dev travel -- 1d`: lets time pass on the local chain, for trying things. CHAIN_PORT as for
 * `npm start`.
 */

import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import { travel } from './chain/clock.ts'
import { createRpc, readBlock } from './chain/rpc.ts'
import { parseDuration } from './duration.ts'
import { DEFAULT_CHAIN_PORT } from './settings.ts'

const seconds = parseDuration(process.argv[2] ?? '')
if (seconds === undefined) {
  console.error('How far? For example: npm run -w @dr/dev travel -- 1d   (s, m, h, d, w; 2h30m)')
  process.exit(2)
}
const url = `http://127.0.0.1:${process.env.CHAIN_PORT || DEFAULT_CHAIN_PORT}`
const rpc = createRpc(url)
try {
  if (Number(await rpc<string>('eth_chainId')) !== LOCAL_CHAIN_ID) throw new Error(`${url} is no local chain`)
  await travel(rpc, seconds)
} catch (error) {
  console.error(
    `No local chain moved at ${url} (CHAIN_PORT):`,
    error instanceof Error ? error.message : error,
  )
  process.exit(1)
}
const latest = await readBlock(rpc, 'latest')
console.log(
  `The chain is at ${new Date((latest?.timestamp ?? 0) * 1_000).toISOString()}, block ${latest?.number}.`,
)
