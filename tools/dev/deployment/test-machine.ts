/** An empty machine for a rehearsal: the repository, a database server, and an endpoint of a local chain 56. */
import { rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { NODE_ENVIRONMENT, startPostgres } from '@dr/test-kit'
import { createPublicClient, http } from 'viem'
import { bsc } from 'viem/chains'
import { expect, onTestFinished, vi } from 'vitest'
import { openCheckout, type Running, runScript, startScript } from '../test/test-document.ts'
import type { Unit } from '../test/test-units.ts'
import { startMainChain } from './test-main-chain.ts'

const PATIENCE = { timeout: 400_000, interval: 2_000 }

/** Opens it, with the chain at `chainTime`, Unix seconds; ends with the test. */
export const openMachine = async (chainTime: number) => {
  const folder = await openCheckout()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = (...path: string[]) => join(folder, ...path)
  const cluster = await startPostgres()
  onTestFinished(() => cluster.stop())
  const anvil = await startMainChain({ timestamp: chainTime })
  onTestFinished(() => anvil.stop())
  const npm = Object.entries(process.env).filter(([name]) => name.startsWith('npm_config_'))
  const env = {
    ...NODE_ENVIRONMENT,
    PATH: [dirname(process.execPath), cluster.binDirectory, process.env.PATH].join(delimiter),
    HOME: folder,
    ...Object.fromEntries(npm),
  }
  const started = new Map<string, Running>()
  const run = (script: string, more: Readonly<Record<string, string>> = {}) =>
    runScript(script, { cwd: folder, env: { ...env, ...more } })
  return {
    at,
    cluster,
    anvil,
    client: createPublicClient({
      chain: bsc,
      transport: http(anvil.url),
      cacheTime: 0,
      pollingInterval: 100,
    }),
    run,
    /** Starts a unit, again if it runs. */
    start: async (role: string, unit: Unit, more: Record<string, string> = {}) => {
      await started.get(role)?.stop()
      started.set(role, startScript(unit.script, { cwd: folder, env: { ...env, ...unit.env, ...more } }))
    },
    stopAll: async () => {
      for (const [role, running] of started) expect([role, await running.stop()]).toEqual([role, 0])
    },
    eventually: <T>(ask: () => Promise<T>): Promise<T> =>
      vi.waitFor(ask, PATIENCE).catch((error: unknown) => {
        const said = [...started].map(([role, running]) => `${role}:\n${running.said().slice(-2_000)}`)
        throw new Error(`${String(error)}\n${said.join('\n')}`)
      }),
    /** Makes all that was mined final. */
    makeFinal: () => anvil.mine(3),
    travel: async (seconds: number) => {
      await anvil.client.increaseTime({ seconds })
      await anvil.mine(3)
    },
  }
}
export type Machine = Awaited<ReturnType<typeof openMachine>>
