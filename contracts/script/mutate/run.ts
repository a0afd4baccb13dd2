/**
 * `npm run mutate [-- names…] [--full] [--quick] [--list] [--fresh] [--jobs n] [--shard i/n]`: deliberate faults in `contracts/src`
 * that the Forge suite does not notice.
 *
 * Without names, the faults of the sources that differ from the branch `main` (on it, from the commit before) are tried;
 * with names (`Vouchers`, `RollingDay`), those of these; with `--full`, all. Each fault is compiled alone, unoptimised, put
 * into a copy of the project, and tests run until the first failure: those first that noticed most faults of this source, then
 * all unit tests, then the fuzz tests of its contracts. Gas tests are left out, since a fault that only costs gas is none, and
 * invariants, since they are slow and a fault deserves a test that names it.
 *
 * Results are kept in `.cache/mutate/` by the hash of what they depend on, so that an interrupted run goes on where it was,
 * and only survivors are tried again after a test was added. `--fresh` forgets them. `--list` prints the faults alone.
 * `--quick` runs only the tests that most likely notice a fault, in one contract, and lists what these do not notice: for
 * finding gaps, as it says of no fault that it survives. `--shard 2/4` tries the second quarter. `--jobs`: faults tried at a time, by default one for each core.
 *
 * Ends with 1 when a fault survives that is not in `equivalent.json`, when an entry there is out of date, or when fewer than
 * 95 % of a run's faults that can be noticed are noticed.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type Compiled, type Job, treesOf } from './compiler.ts'
import { type Graph, graphOf } from './graph.ts'
import { describe, idOf, type Mutant, mutantsOf, withFault } from './mutants.ts'
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
import { openResults, type Result, type Results, readEquivalents } from './results.ts'

const KILLED_MIN = 0.95
/** Few: what only many runs would notice deserves a test that says so. */
const FUZZ_RUNS = { FOUNDRY_FUZZ_RUNS: '8' }
/** Tests that are run before all others, because they noticed most faults of the same source. */
const FIRST_TESTS = 4
/** The compiler in WebAssembly keeps some memory of each job. */
const JOBS_PER_COMPILER = 150
const SAVE_EVERY = 20

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    jobs: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
  },
})
const jobs = Math.max(1, Number(options.jobs ?? availableParallelism()))
const log = (line: string): void => void process.stdout.write(`${line}\n`)

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: contracts, encoding: 'utf8' }).trim()

/** Sources that differ from `main`; on `main`, from the commit before. */
const changedFiles = (): readonly string[] => {
  const base = git('merge-base', 'main', 'HEAD')
  const since = base === git('rev-parse', 'HEAD') ? 'HEAD~1' : base
  return git('diff', '--name-only', '--relative', since, '--', 'src').split('\n')
}

const chosenFiles = (graph: Graph): readonly string[] => {
  if (options.full) return graph.files
  if (positionals.length === 0) {
    const changed = changedFiles()
    return graph.files.filter((file) => changed.includes(file))
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

/** A compiler thread that is replaced before its memory is full. */
class Compiler {
  #worker: Worker | undefined
  #count = 0

  async compile(job: Job): Promise<Compiled> {
    if (this.#count % JOBS_PER_COMPILER === 0) {
      await this.close()
      this.#worker = new Worker(new URL('compile-worker.ts', import.meta.url))
    }
    this.#count += 1
    const worker = this.#worker
    if (worker === undefined) throw new Error('The compiler thread is closed')
    return new Promise((resolve, reject) => {
      worker.once('message', (compiled: Compiled) => {
        worker.off('error', reject)
        resolve(compiled)
      })
      worker.once('error', reject)
      worker.postMessage(job)
    })
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }
}

/** Tries faults one by one in one copy of the project. */
class Trial {
  readonly #originals = new Map<string, Compiled>()
  readonly #compiler = new Compiler()
  readonly #project: Project
  readonly #graph: Graph
  readonly #results: Results

  constructor(project: Project, graph: Graph, results: Results) {
    this.#project = project
    this.#graph = graph
    this.#results = results
  }

  /** Undefined in a quick run that noticed nothing. */
  async try(mutant: Mutant): Promise<Result | undefined> {
    const { file } = mutant
    const roots = this.#graph.rootsOf(file)
    const likely = this.#results.likelyKillersOf(mutant).slice(0, FIRST_TESTS)
    const all = [['test/unit/*'], this.#graph.fuzzTestsOf(file)]
    // What several contracts inherit is noticed in one of them as a rule: the others are compiled when it is not.
    const trials: readonly (readonly [readonly string[], readonly (readonly string[])[]])[] =
      roots.length > 1 || options.quick
        ? [[roots.slice(0, 1), [likely]], ...(options.quick ? [] : [[roots, all] as const])]
        : [[roots, [likely, ...all]]]
    for (const [files, tests] of trials) {
      const compiled = await this.#compiled(mutant, files, false)
      if (!compiled.ok) return { status: 'invalid' }
      if (await this.#isOriginal(files, compiled, false)) continue
      const killed = await this.#testWith(compiled.bytecodes, tests)
      if (killed !== undefined) return killed
    }
    if (options.quick) return undefined
    const same = await this.#isOriginal(roots, await this.#compiled(mutant, roots, true), true)
    return { status: same ? 'same code' : 'survived' }
  }

  close(): Promise<void> {
    return this.#compiler.close()
  }

  /** Runs the groups of tests one after another; the first failure there is. */
  async #testWith(
    bytecodes: Readonly<Record<string, string>>,
    groups: readonly (readonly string[])[],
  ): Promise<Result | undefined> {
    this.#project.patch(bytecodes)
    try {
      for (const tests of groups.filter(({ length }) => length > 0)) {
        const outcome = await this.#project.test(['--match-path', `{${tests.join(',')}}`], FUZZ_RUNS)
        if (outcome.kind === 'timeout') return { status: 'killed', by: '', test: 'does not end' }
        if (outcome.kind === 'failed')
          return { status: 'killed', by: outcome.failure.file, test: outcome.failure.test }
      }
      return undefined
    } finally {
      this.#project.restore()
    }
  }

  #compiled(mutant: Mutant, files: readonly string[], optimized: boolean): Promise<Compiled> {
    const text = readFileSync(join(this.#project.folder, mutant.file), 'utf8')
    return this.#compiler.compile(this.#job(files, { [mutant.file]: withFault(text, mutant) }, optimized))
  }

  async #isOriginal(files: readonly string[], compiled: Compiled, optimized: boolean): Promise<boolean> {
    const key = `${optimized} ${files.join(' ')}`
    const original =
      this.#originals.get(key) ?? (await this.#compiler.compile(this.#job(files, {}, optimized)))
    this.#originals.set(key, original)
    if (!original.ok) throw new Error(original.errors)
    return compiled.ok && JSON.stringify(compiled.bytecodes) === JSON.stringify(original.bytecodes)
  }

  #job(files: readonly string[], replaced: Readonly<Record<string, string>>, optimized: boolean): Job {
    return { project: this.#project.folder, packages, files, replaced, optimized }
  }
}

/** The suite as it is, once for each state of sources and tests: without a fault it must pass. */
const checkBaseline = async (project: Project): Promise<void> => {
  const parts = ['src', 'test'].flatMap((folder) =>
    filesIn(join(project.folder, folder)).map((file) =>
      readFileSync(join(project.folder, folder, file), 'utf8'),
    ),
  )
  const hash = createHash('sha256').update(parts.join('\0')).digest('hex')
  const stamp = join(workplace, 'baseline')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  const outcome = await project.test(['--match-path', 'test/{unit,fuzz}/*'])
  if (outcome.kind !== 'passed')
    throw new Error(`The suite fails without a fault: ${JSON.stringify(outcome)}`)
  writeFileSync(stamp, hash)
}

const secondsSince = (from: number): number => Math.round((performance.now() - from) / 1_000)

/** Tries what has no result yet, `jobs` at a time. */
const tryAll = async (mutants: readonly Mutant[], graph: Graph, results: Results): Promise<void> => {
  const open = mutants.filter((mutant) => results.get(mutant) === undefined)
  log(`${mutants.length} faults, ${mutants.length - open.length} of them with a result from before`)
  if (open.length === 0) return
  const from = performance.now()
  const queue = [...open]
  let done = 0
  const threads = Math.max(1, Math.floor(availableParallelism() / jobs))
  const work = async (index: number): Promise<void> => {
    const project = await openProject(index, threads)
    if (index === 1) await checkBaseline(project)
    const trial = new Trial(project, graph, results)
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const result = await trial.try(mutant)
      done += 1
      if (result !== undefined) results.set(mutant, result)
      if (result === undefined || result.status === 'survived')
        log(`${result === undefined ? 'perhaps   ' : 'survived  '}${describe(mutant)}`)
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
}

interface Tally {
  killed: number
  equivalent: number
  sameCode: number
  invalid: number
  readonly survivors: Mutant[]
}
const emptyTally = (): Tally => ({ killed: 0, equivalent: 0, sameCode: 0, invalid: 0, survivors: [] })

/** Counts by source, prints, and says whether the run is good. */
const report = (mutants: readonly Mutant[], files: readonly string[], results: Results): boolean => {
  const equivalents = readEquivalents()
  const tallies = new Map(files.map((file) => [file, emptyTally()]))
  const outdated = [...equivalents].filter(([, { file }]) => files.includes(file)).map(([id]) => id)
  const stillThere = new Set<string>()
  for (const mutant of mutants) {
    const tally = tallies.get(mutant.file) ?? emptyTally()
    const result = results.get(mutant)
    if (result?.status === 'killed') tally.killed += 1
    else if (result?.status === 'same code') tally.sameCode += 1
    else if (result?.status === 'invalid') tally.invalid += 1
    else if (equivalents.has(idOf(mutant))) {
      tally.equivalent += 1
      stillThere.add(idOf(mutant))
    } else tally.survivors.push(mutant)
  }
  const percent = (killed: number, survived: number): string =>
    killed + survived === 0 ? '–' : `${((killed / (killed + survived)) * 100).toFixed(1)} %`
  const columns = (cells: readonly (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(38) : String(cell).padStart(11))).join('')
  log(`\n${columns(['source', 'killed', 'survived', 'equivalent', 'same code', 'invalid', 'killed %'])}`)
  for (const [file, { killed, survivors, equivalent, sameCode, invalid }] of tallies)
    log(
      columns([
        file,
        killed,
        survivors.length,
        equivalent,
        sameCode,
        invalid,
        percent(killed, survivors.length),
      ]),
    )
  const killed = [...tallies.values()].reduce((sum, tally) => sum + tally.killed, 0)
  const survivors = [...tallies.values()].flatMap((tally) => tally.survivors)
  log(`\n${killed} of ${killed + survivors.length} faults noticed: ${percent(killed, survivors.length)}`)
  if (survivors.length > 0)
    log(`\nNoticed by no test:\n${survivors.map((one) => `  ${describe(one)}`).join('\n')}`)
  const gone = options.shard === '1/1' ? outdated.filter((id) => !stillThere.has(id)) : []
  if (gone.length > 0)
    log(
      `\nNo longer survivors, to be taken out of equivalent.json:\n${gone.map((id) => JSON.stringify(equivalents.get(id))).join('\n')}`,
    )
  return survivors.length === 0 && gone.length === 0 && killed >= KILLED_MIN * (killed + survivors.length)
}

// Sources and tests are those of this moment: the copies are made first, and all is read from one.
for (let index = 1; index <= jobs; index += 1) updateCopy(index)
const project = copyFolder(1)
const sources = filesIn(join(project, 'src')).map((file) => `src/${file}`)
const trees = treesOf({ project, packages, files: sources })
const graph = graphOf(project, trees)
const files = chosenFiles(graph)
const textOf = (file: string): string => readFileSync(join(project, file), 'utf8')
const mutants = files
  .flatMap((file) => mutantsOf(file, textOf(file), trees.get(file)))
  .filter((_, index) => inShard(index))
if (options.list) {
  for (const mutant of mutants) log(`${mutant.operator.padEnd(15)} ${describe(mutant)}`)
  log(`${mutants.length} faults in ${files.length} sources`)
} else {
  const results = openResults(project, graph, options.fresh)
  await tryAll(mutants, graph, results)
  if (!report(mutants, files, results)) process.exitCode = 1
}
