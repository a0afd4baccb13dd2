/**
 * Tries faults in order: compiles each, puts it into a copy of the project, and tests until a test notices
 * it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Compiled, Job } from './compiler.ts'
import type { Graph } from './graph.ts'
import { type Mutant, withFault } from './mutants.ts'
import { type Project, packages } from './project.ts'
import type { Result, Results } from './results.ts'

/** Few: a fault that only many runs would notice deserves its own test. */
const FUZZ_RUNS = { FOUNDRY_FUZZ_RUNS: '8' }
/** Number of tests that run first, since they noticed most faults of the same source. */
const FIRST_TESTS = 4
/** The WebAssembly compiler keeps some memory of each job. */
const JOBS_PER_COMPILER = 150

interface TrialDeps {
  readonly project: Project
  readonly graph: Graph
  readonly results: Results
  /** Runs only the most likely tests, in one contract. */
  readonly isQuick: boolean
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
export class Trial {
  readonly #originals = new Map<string, Compiled>()
  readonly #compiler = new Compiler()
  readonly #project: Project
  readonly #graph: Graph
  readonly #results: Results
  readonly #isQuick: boolean

  constructor({ project, graph, results, isQuick }: TrialDeps) {
    this.#project = project
    this.#graph = graph
    this.#results = results
    this.#isQuick = isQuick
  }

  /** Undefined in a quick run that noticed nothing. */
  async try(mutant: Mutant): Promise<Result | undefined> {
    const { file } = mutant
    const roots = this.#graph.rootsOf(file)
    const likely = this.#results.likelyKillersOf(mutant).slice(0, FIRST_TESTS)
    const all = [['test/unit/*', 'test/audit/*'], this.#graph.fuzzTestsOf(file)]
    // A fault in a common base is usually noticed in one contract: the others are compiled only if it is
    // not.
    const trials: readonly (readonly [readonly string[], readonly (readonly string[])[]])[] =
      roots.length > 1 || this.#isQuick
        ? [[roots.slice(0, 1), [likely]], ...(this.#isQuick ? [] : [[roots, all] as const])]
        : [[roots, [likely, ...all]]]
    for (const [files, tests] of trials) {
      const compiled = await this.#compiled(mutant, files, false)
      if (!compiled.ok) return { status: 'invalid' }
      if (await this.#isOriginal(files, compiled, false)) continue
      const killed = await this.#testWith(compiled.bytecodes, tests)
      if (killed !== undefined) return killed
    }
    if (this.#isQuick) return undefined
    const same = await this.#isOriginal(roots, await this.#compiled(mutant, roots, true), true)
    return { status: same ? 'same code' : 'survived' }
  }

  close(): Promise<void> {
    return this.#compiler.close()
  }

  /** Runs the groups of tests in order; returns the first failure. */
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
