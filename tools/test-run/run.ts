/**
 * `npm test`, `npm run test:landing` (`.ci/run`) and `npm run test:full`: runs parts.ts, independent parts
 * concurrently, nothing built twice. The full run tests the contracts with a seed that it prints first (to
 * repeat: `FOUNDRY_FUZZ_SEED=0x… npm run test:full`); `-- --only a,b` runs those parts and the ones they
 * need.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SEED_VARIABLE, seedNotice, seedOfFullRun } from '../../contracts/script/seed.ts'
import { BUNDLES, type Part, partsOf, SCOPES } from './parts.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
})
const scope = SCOPES.find((name) => name === positionals[0]) ?? 'core'
const full = scope === 'full'
const parts = partsOf(scope)
const root = fileURLToPath(new URL('../..', import.meta.url))

// New for each full run, and printed before it, so that a run that does not end is identified.
const seed = full ? seedOfFullRun(process.env) : undefined
if (seed !== undefined) console.log(seedNotice(seed))
const env = {
  ...process.env,
  // Saves hundreds of Node processes of a run from finding formats, stripping types and compiling again.
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${new URL('quick-imports.mjs', import.meta.url)}`,
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
  // The full run starts programs from their sources, as production does.
  DR_BUNDLES: full ? '' : join(root, BUNDLES),
  FULL: full ? '1' : '',
  ...(seed === undefined ? {} : { [SEED_VARIABLE]: seed }),
}

/** Its last line has the processor time of the part and all its processes: user and system, seconds. */
const MEASURED = 'exec 2>&1; TIMEFORMAT="processor-time %U %S"; time nice -n "$0" "$@"'
const PROCESSOR_TIME = /^processor-time ([\d.]+) ([\d.]+)\n?$/m
/** Lines of a failed part that are repeated at the end, for readers of the end of a log. */
const LINES_AT_END = 60
const failures = new Map<string, string>()

/** Runs one part; its output is collected, and shown when the part ends. */
const run = async ({ name, nice = 0, command }: Part): Promise<boolean> => {
  const started = performance.now()
  const child = spawn('bash', ['-c', MEASURED, String(nice), ...command], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  const [output, code] = await Promise.all([text(child.stdout), ended])
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const [, user, system] = PROCESSOR_TIME.exec(output) ?? []
  const shown = output.replace(PROCESSOR_TIME, '').trimEnd()
  const computed = Math.round(Number(user) + Number(system))
  console.log(
    `\n── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s, ${computed} s of processor time\n${shown}`,
  )
  if (code !== 0) failures.set(name, shown.split('\n').slice(-LINES_AT_END).join('\n'))
  return code === 0
}

const outcomes = new Map<string, Promise<boolean>>()

/** Whether a part passed: starts it, after the parts it needs, at the first call. */
const outcomeOf = (name: string): Promise<boolean> => {
  const begin = async (part: Part): Promise<boolean> => {
    const needed = await Promise.all((part.after ?? []).map(outcomeOf))
    if (needed.every(Boolean)) return run(part)
    failures.set(name, 'What it needs failed.')
    return false
  }
  const part = parts.find((candidate) => candidate.name === name)
  if (!part) throw new Error(`no part named ${name}; there are ${parts.map((each) => each.name).join(', ')}`)
  const outcome = outcomes.get(name) ?? begin(part)
  outcomes.set(name, outcome)
  return outcome
}

const wanted = values.only?.split(',') ?? parts.map(({ name }) => name)
const isAlone = (name: string): boolean => parts.some((part) => part.name === name && part.alone === true)
await Promise.all(wanted.filter((name) => !isAlone(name)).map(outcomeOf))
for (const name of wanted.filter(isAlone)) await outcomeOf(name)

for (const [name, end] of failures) console.log(`\n── ${name}: the end of what it printed\n${end}`)
if (failures.size > 0) console.log(`\nFailed: ${[...failures.keys()].join(', ')}`)
console.log(`\n${outcomes.size - failures.size} passed, ${failures.size} failed`)
process.exitCode = failures.size === 0 ? 0 : 1
