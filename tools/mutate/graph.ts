/** Contracts that a fault of a source affects: deployed ones, and tests that use a library directly. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesIn } from './project.ts'
import type { Node } from './syntax-tree.ts'

interface Unit {
  readonly imports: readonly string[]
  /** Has a contract or a library with code, not only interfaces. */
  readonly hasCode: boolean
  readonly isDeployed: boolean
}

const unitOf = (tree: unknown): Unit => {
  const nodes = (tree as { readonly nodes: readonly Node[] }).nodes
  const definitions = nodes.filter(({ nodeType }) => nodeType === 'ContractDefinition')
  return {
    imports: nodes.flatMap(({ nodeType, absolutePath }) =>
      nodeType === 'ImportDirective' ? [String(absolutePath)] : [],
    ),
    hasCode: nodes.some(
      ({ nodeType, contractKind }) =>
        (nodeType === 'ContractDefinition' && contractKind !== 'interface') ||
        nodeType === 'VariableDeclaration',
    ),
    isDeployed: definitions.some(
      ({ contractKind, abstract }) => contractKind === 'contract' && abstract !== true,
    ),
  }
}

export interface Graph {
  /** Sources in which faults are tried. */
  readonly files: readonly string[]
  /** Sources to recompile for a fault in `file`: tests that use it, then contracts, the smallest first. */
  rootsOf(file: string): readonly string[]
  /** Fuzz tests named after `file` or one of its roots. */
  fuzzTestsOf(file: string): readonly string[]
  /** `file`, its roots, and all sources that these import: the inputs of a result besides tests. */
  sourcesOf(file: string): readonly string[]
}

/** `trees` are those of all sources, by name; `project` is the folder with `src` and `test`. */
export const graphOf = (project: string, trees: ReadonlyMap<string, unknown>): Graph => {
  const units = new Map(
    [...trees].filter(([name]) => name.startsWith('src/')).map(([name, tree]) => [name, unitOf(tree)]),
  )
  const closure = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(name) || !units.has(name)) return seen
    seen.add(name)
    for (const one of units.get(name)?.imports ?? []) closure(one, seen)
    return seen
  }
  const tests = filesIn(join(project, 'test')).map((file) => ({
    file: `test/${file}`,
    text: readFileSync(join(project, 'test', file), 'utf8'),
  }))
  /** Tests whose bytecode contains the library: `using RollingDay for …` or `RollingDay.at(…)`. */
  const testsWith = (file: string): readonly string[] => {
    if (!file.startsWith('src/libraries/')) return []
    const library = basename(file, '.sol')
    const used = new RegExp(`using ${library} for|\\b${library}\\.\\w+\\(`)
    return tests.filter(({ text }) => used.test(text)).map((test) => test.file)
  }
  const deployed = [...units]
    .filter(([, { isDeployed }]) => isDeployed)
    .map(([name]) => name)
    .toSorted((left, right) => closure(left).size - closure(right).size)
  const rootsOf = (file: string) => [
    ...testsWith(file),
    ...deployed.filter((name) => closure(name).has(file)),
  ]
  return {
    files: [...units]
      .filter(([, { hasCode }]) => hasCode)
      .map(([name]) => name)
      .toSorted(),
    rootsOf,
    fuzzTestsOf: (file) => {
      const names = new Set(
        [file, ...rootsOf(file)].map((name) => basename(name).replace(/(\.t)?\.sol$/, '')),
      )
      const isOf = (test: string) => test.startsWith('test/fuzz/') && names.has(basename(test, '.t.sol'))
      return tests.map((test) => test.file).filter(isOf)
    },
    sourcesOf: (file) =>
      [...new Set([file, ...rootsOf(file)].flatMap((name) => [...closure(name)]))].toSorted(),
  }
}
