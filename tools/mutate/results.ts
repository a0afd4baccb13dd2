/**
 * Results of earlier runs, in `.cache/mutate/results.json`, and the faults that no test can notice, with
 * the reason.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Graph } from './graph.ts'
import { idOf, type Mutant, type MutantKey } from './mutants.ts'
import { filesIn, workplace } from './project.ts'

export type Result =
  /** A test failed, or did not end (`by` names the file; empty for an endless run). */
  | { readonly status: 'killed'; readonly by: string; readonly test: string }
  | { readonly status: 'survived' }
  /** The optimised faulty code equals the original. */
  | { readonly status: 'same code' }
  /** The compiler refuses the fault. */
  | { readonly status: 'invalid' }

interface Kept {
  readonly result: Result
  /** Hash of the result's inputs. */
  readonly of: string
}

const hash = (parts: readonly string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex')

/** Comments, except a test's own settings, and strings, which may contain the start of one. */
const COMMENTS = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\/(?!\/ forge-config:)[^\n]*|\/\*[\s\S]*?\*\//g

/** Source without its comments. */
export const codeOf = (text: string): string =>
  text
    .replaceAll(COMMENTS, (_, quoted: string | undefined) => quoted ?? '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')

/** A test file without imports and with only one test: the inputs of that test's result. */
const only = (test: string, text: string): string =>
  text
    .replaceAll(/^import [^;]*;\n/gm, '')
    .replaceAll(/^ {4}function (test\w*)\([\s\S]*?^ {4}\}\n/gm, (whole, name: string) =>
      test.startsWith(`${name}(`) ? whole : '',
    )
    .replaceAll(/\n{2,}/g, '\n')

export interface Results {
  /**
   * Result that is still valid. A kill is valid while the sources, the killing test and its file's imports
   * of `test/` are unchanged.
   */
  get(mutant: Mutant): Result | undefined
  set(mutant: Mutant, result: Result): void
  /**
   * Test files by how many faults of the source they noticed, then by how often they name its contract or
   * function.
   */
  likelyKillersOf(mutant: Mutant): readonly string[]
  save(): void
}

/** `project` is the folder with `src` and `test`; `fresh` ignores earlier results. */
export const openResults = (project: string, graph: Graph, fresh: boolean): Results => {
  const path = join(workplace, 'results.json')
  const kept = new Map<string, Kept>(
    fresh || !existsSync(path)
      ? []
      : Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Kept>),
  )
  const texts = new Map<string, string>()
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? codeOf(readFileSync(join(project, file), 'utf8'))
    texts.set(file, text)
    return text
  }
  const tests = filesIn(join(project, 'test'))
    .map((file) => `test/${file}`)
    .filter((file) => !file.startsWith('test/invariant/'))
  const isRun = (file: string) => file.endsWith('.t.sol')
  /** Imports of a test file from `test/`, direct and indirect. */
  const supportOf = (file: string, seen = new Set<string>()): readonly string[] => {
    for (const [, path = ''] of textOf(file).matchAll(/^import [^;]*"(\.[^"]*)";$/gm)) {
      const imported = posix.join(posix.dirname(file), path)
      if (!tests.includes(imported) || seen.has(imported)) continue
      seen.add(imported)
      supportOf(imported, seen)
    }
    return [...seen].toSorted()
  }
  const sourceHashes = new Map<string, string>()
  const dependsOn = (mutant: Mutant, result: Result): string => {
    const sources = sourceHashes.get(mutant.file) ?? hash(graph.sourcesOf(mutant.file).map(textOf))
    sourceHashes.set(mutant.file, sources)
    if (result.status !== 'killed') return hash([sources, ...tests.map(textOf)])
    if (result.by === '') return sources
    return tests.includes(result.by)
      ? hash([sources, only(result.test, textOf(result.by)), ...supportOf(result.by).map(textOf)])
      : 'gone'
  }
  const killers = new Map<string, Map<string, number>>()
  const count = (file: string, result: Result): void => {
    if (result.status !== 'killed' || result.by === '' || !tests.includes(result.by)) return
    const counts = killers.get(file) ?? new Map<string, number>()
    counts.set(result.by, (counts.get(result.by) ?? 0) + 1)
    killers.set(file, counts)
  }
  const byId = new Map<string, Result>()
  return {
    get: (mutant) => {
      const found = kept.get(idOf(mutant))
      if (found === undefined) return undefined
      if (!byId.has(idOf(mutant))) count(mutant.file, found.result)
      byId.set(idOf(mutant), found.result)
      return found.of === dependsOn(mutant, found.result) ? found.result : undefined
    },
    set: (mutant, result) => {
      kept.set(idOf(mutant), { result, of: dependsOn(mutant, result) })
      count(mutant.file, result)
    },
    likelyKillersOf: ({ file, scope }) => {
      const count = (names: readonly string[], text: string) =>
        text.match(new RegExp(names.map((name) => `\\b${name}\\b`).join('|'), 'g'))?.length ?? 0
      const functions = [...textOf(file).matchAll(/\bfunction (\w+)\(/g)].map(([, name = '']) => name)
      const score = (test: string) =>
        (killers.get(file)?.get(test) ?? 0) * 100 +
        count(scope.split('.'), textOf(test)) +
        (functions.length === 0 ? 0 : count(functions, textOf(test)) / 100)
      const scored = tests.filter(isRun).map((test) => [test, score(test)] as const)
      return scored
        .filter(([, one]) => one > 0)
        .toSorted(([, a], [, b]) => b - a)
        .map(([test]) => test)
    },
    save: () => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(kept)))
      renameSync(`${path}.new`, path)
    },
  }
}

/** A fault that no test can notice. */
export type Equivalent = Omit<MutantKey, 'nth'> & { readonly nth?: number; readonly reason: string }

const equivalentsPath = fileURLToPath(new URL('equivalent.json', import.meta.url))

/** Checked-in list by fault id. */
export const readEquivalents = (): ReadonlyMap<string, Equivalent> => {
  const list = JSON.parse(readFileSync(equivalentsPath, 'utf8')) as readonly Equivalent[]
  return new Map(list.map((one) => [idOf({ ...one, nth: one.nth ?? 1 }), one]))
}
