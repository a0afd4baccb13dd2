import { defineConfig } from '@playwright/test'
import type { EngineName } from './driver/engine.ts'
import { findFirefox } from './driver/firefox.ts'
import { findWebKit } from './driver/webkit.ts'

const MINUTE_MS = 60_000
const missing = [
  ...(findWebKit() ? [] : ['webkit: WebKitWebDriver with MiniBrowser (webkit2gtk-driver) and Xvfb (xvfb)']),
  ...(findFirefox() ? [] : ['firefox: Firefox (firefox-esr)']),
]
if (missing.length > 0 && process.env.TEST_WORKER_INDEX === undefined) {
  if (process.env.CI) throw new Error(`not installed: ${missing.join('; ')}`)
  console.log(`SKIPPED, since it is not installed: ${missing.join('; ')}`)
}

/** Engines other than Chromium, concurrently: each has its own product, chain and browser. */
export default defineConfig<object, { engine: EngineName }>({
  testDir: './specs',
  outputDir: '../../test-results/engines',
  globalSetup: '../../e2e/fixtures/global-setup.ts',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  retries: 1,
  timeout: 8 * MINUTE_MS,
  globalTimeout: 20 * MINUTE_MS,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  projects: [
    ...(findWebKit() ? [{ name: 'webkit', use: { engine: 'webkit' as const } }] : []),
    ...(findFirefox() ? [{ name: 'firefox', use: { engine: 'firefox' as const } }] : []),
  ],
})
