import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests of the server that replace a module: a worker each, so that no other file reads it. */
const ISOLATED = ['apps/server/src/**/*.isolated.test.ts']

/** One project a workspace, so that `vitest run --project server` runs one part alone. */
export default defineConfig({
  test: {
    // Many files wait for blocks and databases rather than compute: one more than Vitest's own number on two
    // cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'protocol',
          include: ['packages/protocol/src/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          // Its tests replace no module and no global: a worker reads the server's code once, not once a
          // file.
          isolate: false,
          globalSetup: ['packages/test-kit/src/global-setup.ts'],
          include: ['apps/server/{src,test}/**/*.test.ts'],
          exclude: ISOLATED,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'server-isolated',
          globalSetup: ['packages/test-kit/src/global-setup.ts'],
          include: ISOLATED,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'contracts',
          include: ['contracts/script/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        define: { __LOCAL_CHAIN__: 'true', __WALLETCONNECT__: 'true' },
        test: {
          name: 'web',
          include: ['apps/web/{src,build}/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'dev',
          globalSetup: ['packages/test-kit/src/global-setup.ts'],
          include: [
            'dev/**/*.test.ts',
            'packages/test-kit/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'deploy/**/*.test.ts',
          ],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
