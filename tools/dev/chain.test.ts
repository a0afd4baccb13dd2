import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@dr/test-kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { travel } from './chain/clock.ts'
import { createRpc, readBlock } from './chain/rpc.ts'
import { startChain, waitForEarlierRun } from './chain/start-chain.ts'
import { chainFiles } from './chain/state-files.ts'
import { isRunning } from './processes.ts'

const DAY_SECONDS = 86_400
const parentFile = fileURLToPath(new URL('./test/run-chain.ts', import.meta.url))

const startParent = async (port: number, directory: string): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [parentFile, String(port), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
  return child
}

const running = (directory: string): { supervisor: number; anvil: number } =>
  JSON.parse(readFileSync(chainFiles(directory).running, 'utf8'))

describe('the local chain', () => {
  let directory: string
  let port: number
  let rpc: ReturnType<typeof createRpc>

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'dr-chain-'))
    port = await freePort()
    rpc = createRpc(`http://127.0.0.1:${port}`)
  })
  afterEach(async () => {
    await waitForEarlierRun(directory)
    rmSync(directory, { recursive: true, force: true })
  })

  test('a killed parent leaves nothing running and loses no block, and time goes on where it was', async () => {
    const parent = await startParent(port, directory)
    await travel(rpc, 3 * DAY_SECONDS)
    const { supervisor, anvil } = running(directory)
    const before = await readBlock(rpc, 'finalized')
    parent.kill('SIGKILL')
    await waitForEarlierRun(directory)
    expect(isRunning({ pid: supervisor, command: 'supervisor.ts' })).toBe(false)
    expect(isRunning({ pid: anvil, command: 'anvil' })).toBe(false)

    const chain = await startChain({ port, chainDirectory: directory })
    try {
      expect(chain.fresh).toBe(false)
      expect(await readBlock(rpc, before?.number ?? -1)).toEqual(before)
      const after = await readBlock(rpc, 'latest')
      expect(after?.timestamp).toBeGreaterThan(before?.timestamp ?? 0)
      expect(after?.timestamp).toBeLessThan((before?.timestamp ?? 0) + 120)
      const final = await readBlock(rpc, 'finalized')
      // Its state can be read at once, although Anvil drops older states when it ends.
      await expect(
        rpc('eth_getBalance', [`0x${'11'.repeat(20)}`, `0x${final?.number.toString(16)}`]),
      ).resolves.toBe('0x0')
    } finally {
      await chain.stop()
    }
  })

  test('a killed supervisor leaves an Anvil that the next start saves and ends', async () => {
    const parent = await startParent(port, directory)
    const { supervisor, anvil } = running(directory)
    process.kill(supervisor, 'SIGKILL')
    await delay(1_200)
    parent.kill('SIGKILL')
    const before = await readBlock(rpc, 'finalized')
    expect(isRunning({ pid: anvil, command: 'anvil' })).toBe(true)
    await waitForEarlierRun(directory)
    expect(isRunning({ pid: anvil, command: 'anvil' })).toBe(false)
    const chain = await startChain({ port, chainDirectory: directory })
    try {
      expect(await readBlock(rpc, before?.number ?? -1)).toEqual(before)
    } finally {
      await chain.stop()
    }
  })

  test('blocks come every second once started, finalized two behind', async () => {
    const parent = await startParent(port, directory)
    const first = await readBlock(rpc, 'latest')
    await delay(2_200)
    const [latest, finalized] = await Promise.all([readBlock(rpc, 'latest'), readBlock(rpc, 'finalized')])
    parent.kill('SIGTERM')
    expect((latest?.number ?? 0) - (first?.number ?? 0)).toBeGreaterThanOrEqual(2)
    expect(latest?.number).toBe((finalized?.number ?? 0) + 2)
  })
})
