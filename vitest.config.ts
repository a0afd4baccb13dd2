import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Tests that replace a module or a global: a worker each, so that no other file sees the replacement. The
 * workers of the others read the code once, not once a file.
 */
const isolatedIn = (folder: string): string => `${folder}/**/*.isolated.test.ts`
const SERVER_ISOLATED = [isolatedIn('apps/server/src')]
const WEB_ISOLATED = [isolatedIn('apps/web/src')]
/** A poll ends with what it waits for; how long it may take is no assertion where nothing else is said. */
const EXPECT = { poll: { timeout: 20_000 } }
const WEB_CONSTANTS = { __LOCAL_CHAIN__: 'true', __WALLETCONNECT__: 'true' }

/** One or two projects a workspace, so that `vitest run --project 'web*'` runs one part alone. */
export default defineConfig({
  test: {
    // Many files wait for blocks and databases rather than compute: one more than Vitest's own number on two
    // cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'protocol',
          expect: EXPECT,
          isolate: false,
          include: ['packages/protocol/src/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          expect: EXPECT,
          isolate: false,
          globalSetup: ['packages/test-kit/src/global-setup.ts'],
          include: ['apps/server/{migrations,src,test}/**/*.test.ts'],
          exclude: SERVER_ISOLATED,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'server-isolated',
          expect: EXPECT,
          globalSetup: ['packages/test-kit/src/global-setup.ts'],
          include: SERVER_ISOLATED,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'contracts',
          expect: EXPECT,
          include: ['contracts/script/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        define: WEB_CONSTANTS,
        test: {
          name: 'web',
          expect: EXPECT,
          isolate: false,
          include: ['apps/web/{src,build}/**/*.test.{ts,tsx}'],
          exclude: WEB_ISOLATED,
          testTimeout: 60_000,
        },
      },
      {
        define: WEB_CONSTANTS,
        test: { name: 'web-isolated', expect: EXPECT, include: WEB_ISOLATED, testTimeout: 60_000 },
      },
      {
        test: {
          name: 'tools',
          expect: EXPECT,
          isolate: false,
          globalSetup: ['packages/test-kit/src/global-setup.ts'],
          include: ['tools/**/*.test.ts', 'packages/test-kit/src/**/*.test.ts', 'deploy/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
