/**
 * `npm run prove`: proves the assertions of `test/proofs/` for every sequence of calls, by solc's own model
 * checker (its CHC engine) and Debian's z3, and exits with 1 where one is not proved. Each assertion's comment
 * is the property's name. These contracts repeat the arithmetic of `Claims` and `FreshDeposits` in plain
 * numbers: that the sources count like them, the invariants of the exit hold against a record of the same
 * rules. Not expressed: bit-packed storage (`RollingDay`, `PaidHours`, whose shifts the engine leaves
 * abstract), signatures, and calls between contracts; those are fuzzed.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../test/proofs/', import.meta.url))
const PROVED = '9576'
const SECONDS_A_QUERY = 120
/** What solc itself passes to z3. */
const Z3_OPTIONS = [
  'rewriter.pull_cheap_ite=true',
  'fp.spacer.q3.use_qgen=true',
  'fp.spacer.mbqi=false',
  'fp.spacer.ground_pobs=false',
]

interface Finding {
  readonly errorCode?: string
  readonly severity: string
  readonly message: string
  readonly sourceLocation?: { readonly file: string; readonly start: number; readonly end: number }
}
interface Solc {
  compile(input: string, callbacks: { smtSolver(query: string): { contents: string } }): string
}
const solc = createRequire(import.meta.url)('solc') as Solc

const solve = (query: string): { contents: string } => {
  const options = ['-smt2', '-in', `-T:${SECONDS_A_QUERY}`, ...Z3_OPTIONS]
  const { stdout, error } = spawnSync('z3', options, { input: query, encoding: 'utf8' })
  if (error !== undefined) throw new Error('z3 did not start: apt-get install z3', { cause: error })
  return { contents: stdout }
}

/** Assertions of a source by their place, each with its property's name. */
const propertiesOf = (source: string): Map<number, string> =>
  new Map([...source.matchAll(/assert\(.*\); \/\/ (.+)/g)].map((match) => [match.index, match[1] ?? '']))

const prove = (file: string): boolean => {
  const source = readFileSync(join(FOLDER, file), 'utf8')
  const modelChecker = { engine: 'chc', solvers: ['smtlib2'], targets: ['assert'], showProvedSafe: true }
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: source } },
    settings: { modelChecker, outputSelection: {} },
  }
  const output = solc.compile(JSON.stringify(input), { smtSolver: solve })
  const { errors = [] } = JSON.parse(output) as { errors?: readonly Finding[] }
  for (const { severity, message } of errors) if (severity === 'error') throw new Error(message)
  const proved = new Set(
    errors.filter(({ errorCode }) => errorCode === PROVED).map(({ sourceLocation }) => sourceLocation?.start),
  )
  const properties = propertiesOf(source)
  if (properties.size === 0 || properties.size !== source.split('assert(').length - 1) {
    throw new Error(`${file}: each assertion is named on its own line`)
  }
  for (const [place, name] of properties) {
    process.stdout.write(`${proved.has(place) ? 'proved' : 'NOT PROVED'}: ${file}: ${name}\n`)
  }
  return [...properties.keys()].every((place) => proved.has(place))
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sol'))
if (files.length === 0) throw new Error(`nothing to prove in ${FOLDER}`)
process.exitCode = files.map(prove).every(Boolean) ? 0 : 1
