/**
 * `npm run mutate [-- names…] [--full] [--quick] [--list] [--fresh] [--jobs n] [--shard i/n] [--minutes
 * n]`: finds deliberate faults in `contracts/src` that the Forge suite does not notice.
 *
 * Without names, tries the faults of the sources that differ from the branch `main` (on it, from the
 * previous commit), changed lines first, for at most nine minutes; the rest is counted, and the same call
 * continues with it. With names (`Vouchers`, `RollingDay`), those of these; with `--full`, all; both to the
 * end, or for `--minutes`. Each fault is compiled alone, unoptimised, put into a copy of the project, and
 * tests run until the first failure: first those that noticed most faults of this source, then all unit
 * tests and attacks, then the fuzz tests of its contracts. Gas tests are left out, since only costing gas
 * is no fault, and invariants, since they are slow and a fault deserves a test that names it.
 *
 * Results are stored in `.cache/mutate/` by the hash of the code they depend on: an interrupted run
 * continues, and only survivors are tried again after a test was added. `--fresh` ignores them. `--list`
 * only prints the faults. `--quick` runs only the most likely tests, in one contract, and lists unnoticed
 * faults: for finding gaps, since it calls no fault a survivor. `--shard 2/4` tries the second quarter.
 * `--jobs`: concurrent faults, by default one for each core.
 *
 * Ends with 1 if a fault survives that is not in `equivalent.json`, an entry there is out of date, or fewer
 * than 95 % of a run's noticeable faults are noticed.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFirst, changedLines, type Lines } from './changed.ts'
import { treesOf } from './compiler.ts'
import { type Graph, graphOf } from './graph.ts'
import { descriptionOf, type Mutant, mutantsOf } from './mutants.ts'
import {
  contracts,
  copyFolder,
  filesIn,
  openProject,
  type Project,
  packages,
  updateCopy,
  workplace,
} from './project.ts'
import { report } from './report.ts'
import { openResults, type Results } from './results.ts'
import { Trial } from './trial.ts'

const SAVE_EVERY = 20
/** Keeps the short form under ten minutes. */
const SHORT_MINUTES = 9
const started = performance.now()

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    jobs: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    minutes: { type: 'string' },
  },
})
const isShort = positionals.length === 0 && !options.full
/** End of starting faults; a minute is left for running ones, and for compiling. */
const minutes = Number(options.minutes ?? (isShort ? SHORT_MINUTES : Number.POSITIVE_INFINITY))
const jobs = Math.max(1, Number(options.jobs ?? availableParallelism()))
const log = (line: string): void => void process.stdout.write(`${line}\n`)

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: contracts, encoding: 'utf8' }).trim()

/** Lines of sources that differ from `main`; on `main`, from the previous commit. */
const changes = (): ReadonlyMap<string, readonly Lines[]> => {
  const base = git('merge-base', 'main', 'HEAD')
  const since = base === git('rev-parse', 'HEAD') ? 'HEAD~1' : base
  return changedLines(
    git('diff', '--unified=0', '--relative', '--src-prefix=a/', '--dst-prefix=b/', since, '--', 'src'),
  )
}

const chosenFiles = (graph: Graph): readonly string[] => {
  if (options.full) return graph.files
  if (isShort) {
    const changed = changes()
    return graph.files.filter((file) => changed.has(file))
  }
  return positionals.map((name) => {
    const file = graph.files.find((one) => basename(one, '.sol') === basename(name, '.sol'))
    if (file === undefined) throw new Error(`There is no source ${name}: ${graph.files.join(', ')}`)
    return file
  })
}

const inShard = (index: number): boolean => {
  const [shard = 1, of = 1] = options.shard.split('/').map(Number)
  return index % of === shard - 1
}
/** Runs the unchanged suite once for each state of sources and tests: without a fault it must pass. */
const checkBaseline = async (project: Project): Promise<void> => {
  const parts = ['src', 'test'].flatMap((folder) =>
    filesIn(join(project.folder, folder)).map((file) =>
      readFileSync(join(project.folder, folder, file), 'utf8'),
    ),
  )
  const hash = createHash('sha256').update(parts.join('\0')).digest('hex')
  const stamp = join(workplace, 'baseline')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  const outcome = await project.test(['--match-path', 'test/{unit,audit,fuzz}/*'])
  if (outcome.kind !== 'passed')
    throw new Error(`The suite fails without a fault: ${JSON.stringify(outcome)}`)
  writeFileSync(stamp, hash)
}

const secondsSince = (from: number): number => Math.round((performance.now() - from) / 1_000)

/** Tries faults without a result, `jobs` at a time; returns those not started in time. */
const tryAll = async (
  mutants: readonly Mutant[],
  graph: Graph,
  results: Results,
): Promise<readonly Mutant[]> => {
  const open = mutants.filter((mutant) => results.get(mutant) === undefined)
  log(`${mutants.length} faults, ${mutants.length - open.length} of them with a result from before`)
  if (open.length === 0) return []
  const from = performance.now()
  const queue = [...open]
  let done = 0
  const threads = Math.max(1, Math.floor(availableParallelism() / jobs))
  const work = async (index: number): Promise<void> => {
    const project = await openProject(index, threads)
    if (index === 1) await checkBaseline(project)
    const trial = new Trial({ project, graph, results, isQuick: options.quick })
    const next = (): Mutant | undefined => (secondsSince(started) < minutes * 60 ? queue.shift() : undefined)
    for (let mutant = next(); mutant !== undefined; mutant = next()) {
      const result = await trial.try(mutant)
      done += 1
      if (result !== undefined) results.set(mutant, result)
      if (result === undefined || result.status === 'survived')
        log(`${result === undefined ? 'perhaps   ' : 'survived  '}${descriptionOf(mutant)}`)
      if (done % SAVE_EVERY === 0) {
        results.save()
        log(`${done} of ${open.length} after ${secondsSince(from)} s, in ${mutant.file}`)
      }
    }
    await trial.close()
  }
  try {
    await Promise.all(Array.from({ length: Math.min(jobs, open.length) }, (_, index) => work(index + 1)))
  } finally {
    results.save()
  }
  return queue
}

// Copies are made first, and everything is read from one, so that sources and tests stay constant.
if (!options.list) for (let index = 1; index <= jobs; index += 1) updateCopy(index)
const project = options.list ? contracts : copyFolder(1)
const sources = filesIn(join(project, 'src')).map((file) => `src/${file}`)
const trees = treesOf({ project, packages, files: sources })
const graph = graphOf(project, trees)
const files = chosenFiles(graph)
const textOf = (file: string): string => readFileSync(join(project, file), 'utf8')
const mutants = files
  .flatMap((file) => mutantsOf(file, textOf(file), trees.get(file)))
  .filter((_, index) => inShard(index))
if (options.list) {
  for (const mutant of mutants) log(`${mutant.operator.padEnd(15)} ${descriptionOf(mutant)}`)
  log(`${mutants.length} faults in ${files.length} sources`)
} else {
  const results = openResults(project, graph, options.fresh)
  const untried = new Set(await tryAll(isShort ? changedFirst(mutants, changes()) : mutants, graph, results))
  const isWhole = options.shard === '1/1' && untried.size === 0
  const tried = mutants.filter((mutant) => !untried.has(mutant))
  if (!report(tried, files, { results, isQuick: options.quick, isWhole })) process.exitCode = 1
  if (untried.size > 0)
    log(`\n${untried.size} of ${mutants.length} faults were not tried in ${minutes} minutes: call it again.`)
}
