/**
 * solc in this process: npm's WebAssembly build stays loaded, and compiling a faulty source with its
 * derived contracts takes less than a second, while Forge would start a compiler for each.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly sources?: Readonly<Record<string, { readonly ast: unknown }>>
  readonly contracts?: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>>
    >
  >
}
interface Solc {
  compile(
    input: string,
    callbacks: { import(name: string): { contents: string } | { error: string } },
  ): string
}
const solc = createRequire(import.meta.url)('solc') as Solc

export interface Job {
  /** The folder of a Foundry project with `src` and `test`. */
  readonly project: string
  /** Folder of npm's packages. */
  readonly packages: string
  /** Sources to compile, relative to the project; their imports are read too. */
  readonly files: readonly string[]
  /** Texts that replace files. */
  readonly replaced: Readonly<Record<string, string>>
  /** True for bytecode with the deployed settings; unoptimised code compiles four times as fast. */
  readonly optimized: boolean
}

export type Compiled =
  /** Creation bytecode without 0x, by `file:contract`; abstract contracts and interfaces have none. */
  | { readonly ok: true; readonly bytecodes: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly errors: string }

const REMAPPED: readonly (readonly [string, string])[] = [
  ['@openzeppelin/contracts/', '@openzeppelin/contracts/'],
  ['forge-std/', '@uniswap/v4-core/lib/forge-std/src/'],
]

const texts = new Map<string, string>()
const readCached = (path: string): string => {
  const text = texts.get(path) ?? readFileSync(path, 'utf8')
  texts.set(path, text)
  return text
}

const reader =
  ({ project, packages, replaced }: Pick<Job, 'project' | 'packages' | 'replaced'>) =>
  (name: string): { contents: string } => {
    const own = replaced[name]
    if (own !== undefined) return { contents: own }
    const remapping = REMAPPED.find(([prefix]) => name.startsWith(prefix))
    if (remapping !== undefined)
      return { contents: readCached(join(packages, remapping[1] + name.slice(remapping[0].length))) }
    return { contents: readFileSync(join(project, name), 'utf8') }
  }

const run = (
  job: Pick<Job, 'project' | 'packages' | 'replaced' | 'files'>,
  settings: Readonly<Record<string, unknown>>,
): SolcOutput => {
  const read = reader(job)
  const sources = Object.fromEntries(job.files.map((file) => [file, { content: read(file).contents }]))
  const input = { language: 'Solidity', sources, settings }
  return JSON.parse(solc.compile(JSON.stringify(input), { import: read })) as SolcOutput
}

const errorsOf = ({ errors = [] }: SolcOutput): string =>
  errors
    .flatMap(({ severity, formattedMessage }) => (severity === 'error' ? [formattedMessage] : []))
    .join('\n')

/** Bytecode of all contracts in `files`. */
export const compile = (job: Job): Compiled => {
  const output = run(job, {
    optimizer: { enabled: job.optimized, runs: 100_000 },
    evmVersion: 'cancun',
    metadata: { bytecodeHash: 'none' },
    outputSelection: Object.fromEntries(job.files.map((file) => [file, { '*': ['evm.bytecode.object'] }])),
  })
  const errors = errorsOf(output)
  if (errors !== '') return { ok: false, errors }
  const bytecodes = Object.entries(output.contracts ?? {}).flatMap(([file, contracts]) =>
    Object.entries(contracts).map(([name, { evm }]) => [`${file}:${name}`, evm.bytecode.object] as const),
  )
  return { ok: true, bytecodes: Object.fromEntries(bytecodes.filter(([, code]) => code !== '')) }
}

/** Syntax trees with types, by file. @throws when the sources do not compile. */
export const treesOf = (job: Pick<Job, 'project' | 'packages' | 'files'>): ReadonlyMap<string, unknown> => {
  const output = run({ ...job, replaced: {} }, { outputSelection: { '*': { '': ['ast'] } } })
  const errors = errorsOf(output)
  if (errors !== '') throw new Error(errors)
  return new Map(Object.entries(output.sources ?? {}).map(([file, { ast }]) => [file, ast]))
}
