import { defineConfig, devices } from '@playwright/test'
import { findChromium, LAUNCH_ARGUMENTS } from './fixtures/chromium.ts'

const MINUTE_MS = 60_000

/** Each worker has a browser, a product and a chain whose time its tests move, one after the other. */
export default defineConfig({
  testDir: './specs',
  outputDir: '../test-results/chromium',
  globalSetup: './fixtures/global-setup.ts',
  fullyParallel: false,
  // They mostly wait for blocks: two of them on two cores; a third starves the unit tests beside them.
  workers: 2,
  forbidOnly: true,
  // Real blocks, a real server, a busy machine: once more, and then it is reported as flaky. Twice is a
  // failure.
  retries: 1,
  timeout: 5 * MINUTE_MS,
  globalTimeout: 45 * MINUTE_MS,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    // A phone draws seven pixels for each of these, in software here; the pictures of failures need one.
    deviceScaleFactor: 1,
    locale: 'zh-CN',
    // It answers before a test's own routes could; specs/around.spec.ts looks at it alone.
    serviceWorkers: 'block',
    timezoneId: 'UTC',
    actionTimeout: 15_000,
    // What moves is tested by sheets.spec.ts and by the other engines; drawing it in software took an eighth
    // of the time.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test took a third of the time; what failed once is recorded when it is tried again.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: LAUNCH_ARGUMENTS },
  },
})
