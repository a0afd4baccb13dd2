import { defineConfig, devices } from '@playwright/test'
import { findChromium, LAUNCH_ARGUMENTS } from './fixtures/chromium.ts'

const MINUTE_MS = 60_000

/** Each worker has a browser, a product and a chain; its tests run in order and move the chain's time. */
export default defineConfig({
  testDir: './specs',
  outputDir: '../test-results/chromium',
  globalSetup: './fixtures/global-setup.ts',
  fullyParallel: false,
  // Tests mostly wait for blocks: two workers on two cores; a third would starve the unit tests beside
  // them.
  workers: 2,
  forbidOnly: true,
  // Real blocks, a real server, a busy machine: one retry, reported as flaky. Two failures fail.
  retries: 1,
  timeout: 5 * MINUTE_MS,
  globalTimeout: 45 * MINUTE_MS,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    // A phone draws seven pixels for each of these, in software here; pictures of failures need one.
    deviceScaleFactor: 1,
    locale: 'zh-CN',
    // It would answer before a test's own routes; only specs/around.spec.ts tests it.
    serviceWorkers: 'block',
    timezoneId: 'UTC',
    actionTimeout: 15_000,
    // Animations are tested by sheets.spec.ts and the other engines; drawing them in software took an
    // eighth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test took a third of the time; a failed one is recorded on its retry.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: LAUNCH_ARGUMENTS },
  },
})
