/**
 * `npm run -w @dr/tools travel -- 1d`: advances the time of the local chain. CHAIN_PORT as for `npm start`.
 */

import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import { runProgram } from '@dr/server/platform/programs/run-program'
import { travel } from './chain/clock.ts'
import { createRpc, readBlock } from './chain/rpc.ts'
import { parseDuration } from './duration.ts'
import { DEFAULT_CHAIN_PORT } from './settings.ts'

await runProgram(async () => {
  const seconds = parseDuration(process.argv[2] ?? '')
  if (seconds === undefined) {
    console.error('How far? For example: npm run -w @dr/tools travel -- 1d   (s, m, h, d, w; 2h30m)')
    process.exit(2)
  }
  const host = `127.0.0.1:${process.env.CHAIN_PORT || DEFAULT_CHAIN_PORT}`
  const rpc = createRpc(`http://${host}`)
  try {
    if (Number(await rpc<string>('eth_chainId')) !== LOCAL_CHAIN_ID) throw new Error('it is no local chain')
    await travel(rpc, seconds)
  } catch (cause) {
    throw new Error(`No local chain moved at ${host} (CHAIN_PORT)`, { cause })
  }
  const latest = await readBlock(rpc, 'latest')
  const time = new Date((latest?.timestamp ?? 0) * 1_000).toISOString()
  console.log(`The chain is at ${time}, block ${latest?.number}.`)
})
