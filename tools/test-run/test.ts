/**
 * `npm test`: everything that must hold, independent parts side by side, nothing built twice. `--full` runs
 * the long fuzz, property and simulation counts, the contracts' with a seed that it prints first (the same
 * again: `FOUNDRY_FUZZ_SEED=0x… npm run test:full`); `--only a,b` runs only those parts and what they need.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SEED_VARIABLE, seedNotice, seedOfFullRun } from '../../contracts/script/seed.ts'

interface Part {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly after?: readonly string[]
  /** Takes the processor time that the parts beside it leave: those wait for contracts, blocks and pages. */
  readonly background?: boolean
  /** Takes what even those leave: it computes for an hour and more. */
  readonly idle?: boolean
  /** Waits for all others, and runs by itself: it holds the product to seconds. */
  readonly alone?: boolean
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const cores = availableParallelism()
const full = process.argv.includes('--full')
const onlyAt = process.argv.indexOf('--only')
const only = onlyAt < 0 ? undefined : new Set((process.argv[onlyAt + 1] ?? '').split(','))

/** In its full form it asserts how long a failover of the database takes. */
const FAILOVER = 'tools/failover'

const PARTS: readonly Part[] = [
  { name: 'system', command: ['bash', 'tools/test-run/system-packages.sh'] },
  // Sources and tests at once: what comes after compiles nothing again.
  { name: 'contracts-build', command: ['npm', 'run', '-s', '-w', '@dr/contracts', 'build:all'] },
  { name: 'types', command: ['npm', 'run', '-s', 'types'], background: true },
  { name: 'lint', command: ['npm', 'run', '-s', 'lint'], background: true },
  { name: 'boundaries', command: ['npm', 'run', '-s', 'boundaries'], background: true },
  { name: 'unused', command: ['npm', 'run', '-s', 'unused'], background: true },
  {
    name: 'contracts-abi',
    command: ['node', 'contracts/script/generate-abi.ts', '--check'],
    after: ['contracts-build'],
  },
  { name: 'contracts-vectors', command: ['node', 'contracts/script/generate-vectors.ts', '--check'] },
  {
    name: 'contracts-descriptors',
    command: ['node', 'contracts/script/generate-descriptors.ts', '--check'],
  },
  { name: 'contracts-lint', command: ['npm', 'run', '-s', '-w', '@dr/contracts', 'lint'] },
  {
    name: 'contracts',
    command: ['npm', 'run', '-s', '-w', '@dr/contracts', full ? 'test:full' : 'test'],
    after: ['contracts-build'],
    background: true,
    idle: full,
  },
  // What `npm start` builds: the two suites below would each begin with it.
  { name: 'app-build', command: ['node', 'e2e/fixtures/global-setup.ts'], after: ['contracts-build'] },
  // On two cores: three workers (vitest.config.ts), which wait for programs as often as not, two pages and
  // one more browser, from here to the end. One after the other would leave a core half idle for as long as
  // the last of them takes.
  {
    name: 'unit',
    command: ['vitest', 'run', ...(full ? ['--exclude', `${FAILOVER}/**`] : [])],
    after: ['contracts-build', 'system'],
    background: true,
  },
  ...(full
    ? [
        {
          name: 'failover',
          command: ['vitest', 'run', FAILOVER] as const,
          after: ['contracts-build', 'system'],
          alone: true,
        },
      ]
    : []),
  {
    name: 'e2e',
    command: ['npm', 'run', '-s', '-w', '@dr/e2e', 'test'],
    after: ['app-build', 'system'],
  },
  {
    name: 'engines',
    command: [
      'npm',
      'run',
      '-s',
      '-w',
      '@dr/tools',
      'test:engines',
      ...(cores > 2 ? [] : ['--', '--workers=1']),
    ],
    after: ['app-build', 'system'],
  },
]

// New in each full run, and printed before it: a run that does not end says which it was.
const seed = full ? seedOfFullRun(process.env) : undefined
if (seed !== undefined) console.log(seedNotice(seed))
/** What hundreds of Node processes of a run would each do again: find formats, strip types, compile. */
const QUICK_START = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${new URL('quick-imports.mjs', import.meta.url)}`,
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
}
const env = {
  ...process.env,
  ...QUICK_START,
  FULL: full ? '1' : '',
  ...(seed === undefined ? {} : { [SEED_VARIABLE]: seed }),
}

/** `nice` where there is one. */
const nice = (by: number): readonly string[] =>
  process.platform === 'win32' ? [] : ['nice', '-n', String(by)]
const BACKGROUND = 5
const IDLE = 19
/** Its last line says what the part and all its processes computed: user and system, seconds. */
const MEASURED = 'TIMEFORMAT="processor-time %U %S"; time "$@"'
const PROCESSOR_TIME = /^processor-time ([\d.]+) ([\d.]+)$/m
/** Lines of a failed part that are shown again at the end, for those who see only the end of a log. */
const LINES_AT_END = 60
const failures = new Map<string, string>()

/** Runs one part; its output is kept together, and shown when the part ends. */
const run = async (part: Part): Promise<boolean> => {
  const started = performance.now()
  const by = part.idle ? IDLE : part.background ? BACKGROUND : 0
  const measured = [...(by > 0 ? nice(by) : []), 'bash', '-c', MEASURED, 'bash', ...part.command]
  const [program = 'bash', ...args] = measured
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = (await Promise.race([
    once(child, 'close'),
    once(child, 'error').then(([error]: Error[]) => {
      chunks.push(Buffer.from(String(error)))
      return [1]
    }),
  ])) as [number | null]
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const output = Buffer.concat(chunks).toString('utf8').trimEnd()
  const processor = PROCESSOR_TIME.exec(output)
  const cost = processor
    ? `, ${Math.round(Number(processor[1]) + Number(processor[2]))} s of processor time`
    : ''
  const verdict = `${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s${cost}`
  const shown = output.replace(PROCESSOR_TIME, '').trimEnd()
  console.log(`\n── ${part.name}: ${verdict}\n${shown}`)
  if (code !== 0) failures.set(part.name, shown.split('\n').slice(-LINES_AT_END).join('\n'))
  return code === 0
}

const wanted = new Map<string, Part>()
const want = (name: string): void => {
  const part = PARTS.find((candidate) => candidate.name === name)
  if (!part) throw new Error(`no part named ${name}; there are ${PARTS.map((each) => each.name).join(', ')}`)
  for (const needed of part.after ?? []) want(needed)
  wanted.set(name, part)
}
for (const part of PARTS) if (!only || only.has(part.name)) want(part.name)

const done = new Map<string, boolean>()
const running = new Map<string, Promise<void>>()
const slots = Math.max(5, cores)
while (done.size < wanted.size) {
  for (const part of PARTS) {
    if (!wanted.has(part.name) || done.has(part.name) || running.has(part.name)) continue
    const needs = part.after ?? []
    if (needs.some((name) => done.get(name) === false)) {
      console.log(`\n── ${part.name}: FAILED, since what it needs failed`)
      done.set(part.name, false)
      continue
    }
    if (running.size >= slots || !needs.every((name) => done.has(name))) continue
    if (part.alone && [...wanted].some(([name, other]) => !other.alone && !done.has(name))) continue
    if (part.alone && running.size > 0) continue
    running.set(
      part.name,
      run(part).then((passed) => {
        done.set(part.name, passed)
        running.delete(part.name)
      }),
    )
  }
  if (running.size > 0) await Promise.race(running.values())
}

const failed = [...done].filter(([, passed]) => !passed).map(([name]) => name)
for (const [name, end] of failures) console.log(`\n── ${name}: the end of what it printed\n${end}`)
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
console.log(`\n${done.size - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
