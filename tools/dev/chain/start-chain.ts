/** The local chain of `npm start`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readJson } from '../files.ts'
import { isRunning, waitUntilEnded } from '../processes.ts'
import { SetupError } from '../settings.ts'
import { resumeTime, stopBlocks } from './clock.ts'
import { createRpc, type Rpc } from './rpc.ts'
import { chainFiles, saveChain, savedOffset } from './state-files.ts'

export interface LocalChain {
  readonly url: string
  readonly rpc: Rpc
  /** No state was loaded: contracts must be deployed. */
  readonly fresh: boolean
  /** Writes the state now, and then every few seconds. */
  keep(): Promise<void>
  /** Saves and ends it. Resolves when all its processes have ended. */
  stop(): Promise<void>
  /** Resolves if the chain ends by itself. */
  readonly lost: Promise<void>
}

const STOP_OF_ANOTHER_MS = 15_000
const supervisorFile = fileURLToPath(new URL('./supervisor.ts', import.meta.url))

/**
 * Waits for an earlier run. A killed run's chain saves itself and ends within moments; a live run keeps its
 * folder.
 */
export const waitForEarlierRun = async (chainDirectory: string): Promise<void> => {
  const running = readJson<{ supervisor: number; anvil: number; port: number }>(
    chainFiles(chainDirectory).running,
  )
  if (!running) return
  const supervisor = { pid: running.supervisor, command: 'supervisor.ts' }
  if (!(await waitUntilEnded(supervisor, STOP_OF_ANOTHER_MS))) {
    throw new SetupError(`Another "npm start" uses ${chainDirectory}: stop it, or choose another DATA_DIR`)
  }
  const anvil = { pid: running.anvil, command: 'anvil' }
  // Only if the supervisor was killed too: Anvil continues alone, with all data.
  if (isRunning(anvil)) {
    const rpc = createRpc(`http://127.0.0.1:${running.port}`)
    if (existsSync(chainFiles(chainDirectory).state)) {
      await stopBlocks(rpc)
      await saveChain(rpc, chainDirectory)
    }
    process.kill(running.anvil, 'SIGKILL')
    await waitUntilEnded(anvil, STOP_OF_ANOTHER_MS)
  }
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

/** Lines of the supervisor's output, each answered once. */
const answersOf = (child: ChildProcess, log: string) => {
  const waiting: { readonly line: string; readonly resolve: () => void }[] = []
  const output = child.stdout
  if (!output) throw new TypeError('the supervisor has no output')
  createInterface({ input: output }).on('line', (line) => {
    const index = waiting.findIndex((one) => one.line === line)
    for (const one of index === -1 ? [] : waiting.splice(index, 1)) one.resolve()
  })
  return (line: string): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ line, resolve })
      child.once('exit', () => reject(new SetupError(`The local chain did not start, see ${log}`)))
    })
}

/** Starts Anvil with the state of `chainDirectory` and its time, without automatic blocks. */
export const startChain = async (input: {
  readonly port: number
  readonly chainDirectory: string
  /** Additional age of a new chain, for later work on it. */
  readonly ageSeconds?: number
}): Promise<LocalChain> => {
  const { port, chainDirectory, ageSeconds = 0 } = input
  const files = chainFiles(chainDirectory)
  const fresh = !existsSync(files.state)
  const child = spawn(process.execPath, [supervisorFile, String(port), chainDirectory, String(ageSeconds)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const answer = answersOf(child, files.log)
  const stop = async (): Promise<void> => {
    child.stdin?.end()
    await ended(child)
  }
  await answer('ready')
  const url = `http://127.0.0.1:${port}`
  const rpc = createRpc(url)
  try {
    if (!fresh) await resumeTime(rpc, savedOffset(chainDirectory))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    rpc,
    fresh,
    keep: async () => {
      const saved = answer('saved')
      child.stdin?.write('save\n')
      await saved
    },
    stop,
    lost: ended(child),
  }
}
