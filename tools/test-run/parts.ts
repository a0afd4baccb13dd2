import { availableParallelism } from 'node:os'

/**
 * Core: the code that changes most often break (`npm test`). Landing: everything else that must hold before
 * a change is on the main branch (`.ci/run`), with short campaigns that kill servers and databases. Full:
 * long counts and long campaigns.
 */
export const SCOPES = ['core', 'landing', 'full'] as const
export type Scope = (typeof SCOPES)[number]

export interface Part {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** Parts that must have passed before. */
  readonly after?: readonly string[]
  /**
   * Higher: other parts get the processor first. For parts that do not wait for contracts, blocks and
   * pages.
   */
  readonly nice?: number
  /** Runs alone, after all others, since it asserts times. */
  readonly alone?: boolean
}

const BACKGROUND = 5
/** For computations of an hour and more. */
const IDLE = 19

const npm = (...args: readonly string[]) => ['npm', 'run', '-s', ...args] as const
const generated = (program: string) => ['node', `contracts/script/${program}.ts`, '--check'] as const

/** Core journeys: from nothing to DR in the wallet, a withdrawal, and every page. */
const CORE_SPECS = ['journey', 'withdrawal', 'screens-open'].map((name) => `specs/${name}.spec.ts`)

/** Its full form asserts the duration of a database failover. */
const FAILOVER = 'tools/failover'

/** Arguments that select Vitest's projects. */
const UNIT: Readonly<Record<Scope, readonly string[]>> = {
  core: ['--project', '!programs', '--project', '!long'],
  landing: ['--project', '!long'],
  full: ['--exclude', `${FAILOVER}/**`],
}

/** WebKit is the engine of every iPhone. Sequential on two cores. */
const ENGINES: Readonly<Record<Exclude<Scope, 'core'>, readonly string[]>> = {
  landing: ['--project=webkit'],
  full: availableParallelism() > 2 ? [] : ['--workers=1'],
}

const built = ['contracts-build', 'programs-build', 'system'] as const

/** Folder of the bundled programs. */
export const BUNDLES = '.cache/programs'

const CHECKS: readonly Part[] = [
  { name: 'system', command: ['bash', 'tools/test-run/system-packages.sh'] },
  // Sources and tests together, so that later parts compile nothing again.
  { name: 'contracts-build', command: npm('-w', '@dr/contracts', 'build:all') },
  { name: 'programs-build', command: ['node', 'tools/test-run/bundle.ts', BUNDLES] },
  { name: 'types', command: npm('types'), nice: BACKGROUND },
  { name: 'lint', command: npm('lint'), nice: BACKGROUND },
  { name: 'boundaries', command: npm('boundaries'), nice: BACKGROUND },
  { name: 'unused', command: npm('unused'), nice: BACKGROUND },
  { name: 'contracts-abi', command: generated('generate-abi'), after: ['contracts-build'] },
  { name: 'contracts-vectors', command: generated('generate-vectors') },
  { name: 'contracts-descriptors', command: generated('generate-descriptors') },
  { name: 'contracts-lint', command: npm('-w', '@dr/contracts', 'lint') },
]

/** On two cores unit (three workers, vitest.config.ts) and e2e run concurrently, then the engines. */
export const partsOf = (scope: Scope): readonly Part[] => [
  ...CHECKS,
  {
    name: 'contracts',
    command: npm('-w', '@dr/contracts', scope === 'full' ? 'test:full' : 'test'),
    after: ['contracts-build'],
    nice: scope === 'full' ? IDLE : BACKGROUND,
  },
  // Build of `npm start`, which the suites below would otherwise each begin with.
  { name: 'app-build', command: ['node', 'e2e/fixtures/global-setup.ts'], after: ['contracts-build'] },
  { name: 'unit', command: ['vitest', 'run', ...UNIT[scope]], after: built, nice: BACKGROUND },
  {
    name: 'e2e',
    command: [...npm('-w', '@dr/e2e', 'test'), ...(scope === 'core' ? ['--', ...CORE_SPECS] : [])],
    after: ['app-build', 'programs-build', 'system'],
  },
  ...(scope === 'core'
    ? []
    : [
        {
          name: 'engines',
          command: [...npm('-w', '@dr/tools', 'test:engines'), '--', ...ENGINES[scope]] as const,
          // Beside e2e and unit two cores are so busy that presses and starts run into their limits.
          after: ['e2e'],
        },
      ]),
  ...(scope === 'full'
    ? [{ name: 'failover', command: ['vitest', 'run', FAILOVER] as const, after: built, alone: true }]
    : []),
]
