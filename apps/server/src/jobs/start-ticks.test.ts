import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLogger } from '../platform/logger.ts'
import { createRegistry } from '../platform/metrics.ts'
import type { Tick } from '../platform/tick.ts'
import { showTicks, startTicks } from './start-ticks.ts'

const registry = createRegistry({ defaults: false }) // one for all tests: ticks started again count on

const start = (...ticks: Tick[]) => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  return { ...startTicks({ ticks, logger, registry }), registry, lines }
}

test('a tick runs at once, then on its schedule, and never overlaps itself', async () => {
  let running = 0
  let max = 0
  let runs = 0
  const slow: Tick = {
    name: 'test.slow',
    schedule: '* * * * * *',
    run: async () => {
      max = Math.max(max, ++running)
      runs++
      await delay(1_300)
      running--
    },
  }
  const every: number[] = []
  const quick: Tick = { name: 'test.quick', schedule: 1, run: async () => void every.push(Date.now()) }
  const runner = start(slow, quick)
  expect(runs).toBe(1)
  await expect.poll(() => Math.min(runs, every.length), { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
  await runner.stop()
  expect(running).toBe(0)
  expect(max).toBe(1)
  const after = every.length
  await delay(1_100)
  expect(every).toHaveLength(after)
})

test('the count of failures begins at zero, before the tick has run', async () => {
  showTicks([{ name: 'test.shown' }], registry)
  const counted = () => registry.getSingleMetricAsString('tick_failures_total')
  expect(await counted()).toContain('{tick="test.shown"} 0')
})

test('an error of a tick is logged and counted, and the next run starts', async () => {
  let runs = 0
  const failing: Tick = {
    name: 'test.failing',
    schedule: 1,
    run: async () => {
      if (runs++ === 0) throw new Error('the first time')
    },
  }
  const runner = start(failing)
  await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThan(1)
  await runner.stop()
  expect(runner.lines.join()).toContain('the first time')
  expect(await runner.registry.getSingleMetricAsString('tick_failures_total')).toContain(
    '{tick="test.failing"} 1',
  )
})

test('stopping aborts a running tick’s signal, and waits for it', async () => {
  let ended = false
  const long: Tick = {
    name: 'test.long',
    schedule: '0 0 0 1 1 *',
    run: async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await delay(50)
      ended = true
    },
  }
  const runner = start(long)
  await runner.stop()
  expect(ended).toBe(true)
})
