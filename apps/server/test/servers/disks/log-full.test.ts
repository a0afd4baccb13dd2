/** A full log volume stops no process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canMountDisks, freePort, mountSmallDisk, NODE_ENVIRONMENT } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'

const PATIENCE = { timeout: 60_000, interval: 50 }

/** A server that logs each request, as an API does, and 20 of its own lines a second. */
const PROGRAM = `
  import { createServer } from 'node:http'
  import { createLogger } from '${join(import.meta.dirname, '../../../src/platform/logger.ts')}'
  import { createRegistry } from '${join(import.meta.dirname, '../../../src/platform/metrics.ts')}'
  const logger = createLogger('info')
  const registry = createRegistry({ defaults: false })
  setInterval(() => logger.info({ filler: 'x'.repeat(1_000) }, 'a line'), 50)
  createServer(async (request, response) => {
    logger.error({ url: request.url }, 'a request')
    response.end(await registry.metrics())
  }).listen(Number(process.argv[1]), '127.0.0.1')
  process.once('SIGTERM', () => { logger.info('the end'); process.exit(0) })
`

test.skipIf(!canMountDisks())(
  'a process whose log volume is full answers, says how much it lost, and ends',
  async () => {
    const disk = mountSmallDisk(1)
    onTestFinished(disk.unmount)
    const file = join(disk.directory, 'log')
    const log = openSync(file, 'a')
    const port = await freePort()
    const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, String(port)], {
      env: NODE_ENVIRONMENT,
      stdio: ['ignore', log, 'inherit'],
    })
    closeSync(log)
    onTestFinished(() => void child.kill('SIGKILL'))
    const dropped = async () => {
      const signal = AbortSignal.timeout(2_000)
      const answer = await fetch(`http://127.0.0.1:${port}/`, { signal }).catch(() => undefined)
      return Number(/^log_lines_dropped_total (\d+)$/m.exec((await answer?.text()) ?? '')?.[1] ?? Number.NaN)
    }
    await expect.poll(dropped, PATIENCE).toBe(0)
    disk.fill()
    await expect.poll(dropped, PATIENCE).toBeGreaterThan(20)
    const before = readFileSync(file).length
    disk.free()
    await expect.poll(() => readFileSync(file).length, PATIENCE).toBeGreaterThan(before + 5_000)
    // Each line is whole, but for the one that the full disk cut.
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    expect(lines.filter((line) => !(line.startsWith('{') && line.endsWith('}'))).length).toBeLessThanOrEqual(
      1,
    )

    disk.fill()
    const lost = await dropped()
    await expect.poll(dropped, PATIENCE).toBeGreaterThan(lost + 5)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)
