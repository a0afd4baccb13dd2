import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { DEFAULT_LOCALE } from '@dr/protocol/constants'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { catalogs } from './apps/web/build/catalogs.ts'

/**
 * Tests that replace a module or a global: a worker each, so that no other file sees the replacement. The
 * workers of the others read the code once, not once a file.
 */
const isolatedIn = (folder: string): string => `${folder}/**/*.isolated.test.ts`
const SERVER_ISOLATED = [isolatedIn('apps/server/src')]
const WEB_ISOLATED = [isolatedIn('apps/web/src')]

/** The product's programs started as processes. */
const PROGRAMS = [
  'apps/server/{migrations,src/bin,test/servers}/**/*.test.ts',
  'packages/test-kit/src/**/*.test.ts',
  'tools/{dev,crash,failover,simulation}/**/*.test.ts',
]
/** Tests in `deploy/` that a change of the product breaks: units, figures of alarms, columns of the export. */
const DEPLOY = ['accounting/movements', 'prometheus/figures', 'systemd/systemd'].map(
  (name) => `deploy/${name}.test.ts`,
)
/** In the full run alone: programs that a production runs round the product, its installation, full disks. */
const LONG = [
  'deploy/**/*.test.ts',
  'apps/server/test/servers/disks/**/*.test.ts',
  'tools/dev/deployment/{operations,rehearsal}.test.ts',
  'tools/failover/failover.test.ts',
  'tools/checks/supply-chain.test.ts',
]
const LONG_PROGRAMS = LONG.filter((path) => !path.startsWith('deploy/'))

const SECONDS_MS = 1_000
type Options = NonNullable<TestProjectInlineConfiguration['test']>

/** A poll ends with what it waits for; how long it may take is no assertion where nothing else is said. */
const project = (name: string, options: Options) => ({
  test: { name, expect: { poll: { timeout: 20 * SECONDS_MS } }, isolate: false, ...options },
})
const withPrograms = (name: string, options: Options) =>
  project(name, {
    globalSetup: ['packages/test-kit/src/global-setup.ts'],
    testTimeout: 300 * SECONDS_MS,
    hookTimeout: 300 * SECONDS_MS,
    ...options,
  })
const TEXTS = fileURLToPath(new URL('apps/web/src/i18n/catalogs', import.meta.url))
const web = (name: string, options: Options) => ({
  ...project(name, { testTimeout: 60 * SECONDS_MS, ...options }),
  plugins: [catalogs(TEXTS, { local: true, documentLocale: DEFAULT_LOCALE })],
  define: { __LOCAL_CHAIN__: 'true', __WALLETCONNECT__: 'true', __PINNED__: 'true' },
})

/** `vitest run --project 'web*'` runs one part alone; which of them `npm test` runs: tools/test-run/parts.ts. */
export default defineConfig({
  test: {
    // Many files wait for blocks and databases rather than compute: one more than Vitest's own number on two
    // cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      project('protocol', { include: ['packages/protocol/src/**/*.test.ts'], testTimeout: 60 * SECONDS_MS }),
      withPrograms('server', {
        include: ['apps/server/{src,test}/**/*.test.ts'],
        exclude: [...SERVER_ISOLATED, ...PROGRAMS],
      }),
      withPrograms('server-isolated', { isolate: true, include: SERVER_ISOLATED }),
      withPrograms('contracts', {
        isolate: true,
        globalSetup: [],
        include: ['contracts/script/**/*.test.ts'],
      }),
      web('web', { include: ['apps/web/{src,build,exit}/**/*.test.{ts,tsx}'], exclude: WEB_ISOLATED }),
      web('web-isolated', { isolate: true, include: WEB_ISOLATED }),
      withPrograms('tools', { include: ['tools/**/*.test.ts'], exclude: [...PROGRAMS, ...LONG] }),
      withPrograms('programs', {
        include: [...PROGRAMS, ...DEPLOY],
        exclude: [...SERVER_ISOLATED, ...LONG_PROGRAMS],
      }),
      withPrograms('long', { include: LONG, exclude: DEPLOY }),
    ],
  },
})
