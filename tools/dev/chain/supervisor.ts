/**
 * Runs Anvil and ends with its parent: standard input is a pipe from `npm start`, and when it closes, by
 * Ctrl-C or because the parent was killed, the chain is saved and Anvil ended. A separate process in its
 * own session, since a killed parent can do nothing, and Ctrl-C must not reach Anvil before its state is
 * written.
 *
 * Arguments: port, chain directory, additional age of a new chain in seconds. Prints `ready` once the chain
 * answers; every `save` line on standard input is answered by `saved`.
 */
import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { writeWhole } from '../files.ts'
import { stopBlocks } from './clock.ts'
import { anvilArguments, FRESH_CHAIN_AGE_SECONDS } from './options.ts'
import { anvilProgram } from './program.ts'
import { createRpc } from './rpc.ts'
import { chainFiles, saveChain } from './state-files.ts'

const READY_TIMEOUT_MS = 30_000
const READY_POLL_MS = 50
/** Saving takes longer as the chain grows: at most a thirtieth of the time is spent on it. */
const SAVE_INTERVAL_MIN_MS = 5_000
const SAVE_SHARE = 30
/** Anvil without its state written has nothing left to do. */
const ANVIL_GRACE_MS = 2_000

const [portText = '', chainDirectory = '', ageText = '0'] = process.argv.slice(2)
const files = chainFiles(chainDirectory)
const rpc = createRpc(`http://127.0.0.1:${portText}`)

await mkdir(chainDirectory, { recursive: true })
const log = openSync(files.log, 'w')
const anvil = spawn(
  anvilProgram(),
  anvilArguments({
    port: Number(portText),
    state: existsSync(files.state) ? files.state : undefined,
    genesisSeconds: Math.floor(Date.now() / 1_000) - FRESH_CHAIN_AGE_SECONDS - Number(ageText),
  }),
  { stdio: ['ignore', log, log] },
)
const anvilEnded = new Promise<void>((resolve) => {
  anvil.once('exit', () => resolve())
  anvil.once('error', () => resolve())
})
let stopping = false
/** Nothing is written before the chain is set up: an incomplete deployment is useless. */
let keeping = false
let saving: Promise<void> = Promise.resolve()

const save = (): Promise<void> => {
  saving = saving.then(() => saveChain(rpc, chainDirectory))
  return saving
}

const endAnvil = async (): Promise<void> => {
  anvil.kill('SIGTERM')
  await Promise.race([anvilEnded, delay(ANVIL_GRACE_MS)])
  anvil.kill('SIGKILL')
  await anvilEnded
}

const stop = async (): Promise<never> => {
  stopping = true
  let code = 0
  try {
    if (keeping) {
      await stopBlocks(rpc)
      await save()
    }
  } catch (error) {
    console.error('the chain could not be saved:', error)
    code = 1
  }
  await endAnvil()
  await rm(files.running, { force: true })
  process.exit(code)
}

const waitUntilReady = async (): Promise<void> => {
  const until = performance.now() + READY_TIMEOUT_MS
  for (;;) {
    try {
      await rpc('eth_chainId')
      return
    } catch (error) {
      if (performance.now() > until || anvil.exitCode !== null) {
        throw new Error(`Anvil did not start, see ${files.log}`, { cause: error })
      }
      await delay(READY_POLL_MS)
    }
  }
}

const keepSaving = async (): Promise<void> => {
  while (!stopping) {
    const start = performance.now()
    await save()
    await delay(Math.max(SAVE_INTERVAL_MIN_MS, (performance.now() - start) * SAVE_SHARE))
  }
}

const failed = async (error: unknown): Promise<void> => {
  if (stopping) return
  console.error(error instanceof Error ? error.message : error)
  await endAnvil()
  process.exit(1)
}

// The pipe closes when the parent ends or asks this process to end. A signal means the same.
process.stdin.once('close', () => void stop())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void stop())
void anvilEnded.then(() => failed(new Error(`Anvil ended by itself, see ${files.log}`)))

try {
  await writeWhole(
    files.running,
    JSON.stringify({ supervisor: process.pid, anvil: anvil.pid, port: Number(portText) }),
  )
  await waitUntilReady()
  process.stdout.write('ready\n')
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line !== 'save') return
    // Requested when the chain is set up; then it is saved regularly.
    keeping = true
    save()
      .then(() => {
        process.stdout.write('saved\n')
        return keepSaving()
      })
      .catch(failed)
  })
} catch (error) {
  await failed(error)
}
