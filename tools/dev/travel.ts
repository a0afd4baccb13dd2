/**
 * `npm run -w @dr/tools travel -- 1d`: advances the time of the local chain. CHAIN_PORT and DATA_DIR as for
 * `npm start`.
 */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import { runProgram } from '@dr/server/platform/programs/run-program'
import { createRpc, type Rpc, readBlock } from './chain/rpc.ts'
import { readRecord } from './deployment/record.ts'
import { parseDuration } from './duration.ts'
import { readSettings, SetupError } from './settings.ts'
import { travelDays } from './travel-days.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Undefined where the data folder is of another chain, or of none. */
const contractsOf = async (rpc: Rpc, dataDirectory: string) => {
  const record = readRecord(join(dataDirectory, 'deployment.json'))
  const start = record && (await readBlock(rpc, record.startBlock))
  return record?.startBlockHash === start?.hash ? record?.contracts : undefined
}

await runProgram(async () => {
  const seconds = parseDuration(process.argv[2] ?? '')
  if (seconds === undefined) {
    console.error('How far? For example: npm run -w @dr/tools travel -- 1d   (s, m, h, d, w; 2h30m)')
    process.exit(2)
  }
  const { chainPort, dataDirectory } = readSettings(process.env, { args: [], root })
  const host = `127.0.0.1:${chainPort}`
  const rpc = createRpc(`http://${host}`)
  try {
    if (Number(await rpc<string>('eth_chainId')) !== LOCAL_CHAIN_ID) throw new Error('it is no local chain')
    const contracts = await contractsOf(rpc, dataDirectory)
    await travelDays(`http://${host}`, { seconds, contracts, said: console.log })
  } catch (cause) {
    throw new Error(`No local chain moved at ${host} (CHAIN_PORT)`, { cause })
  }
  const latest = await readBlock(rpc, 'latest')
  const time = new Date((latest?.timestamp ?? 0) * 1_000).toISOString()
  console.log(`The chain is at ${time}, block ${latest?.number}.`)
}, SetupError)
