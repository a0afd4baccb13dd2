/**
 * `npm run mutate [-- --files A.sol,B.sol] [--changed] [--sample n] [--list]`: which faults of `contracts/src` the Forge
 * suite does not notice. All faults are compiled once (mutants.ts), then each has a run of the suite until its first
 * failure, two at a time. Ends with 1 when a fault survives that `equivalent.json` does not give a reason for, or when
 * fewer than 95 % of the others are noticed. `--changed`: sources that differ from the branch `main` (or, on it, from the
 * commit before); `--sample n`: n faults by chance, seeded.
 *
 * Not tried: removed modifiers of a function (their own checks are), constants of libraries and of files, assembly. Gas
 * tests are left out: a fault that only costs gas is none.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Mutant, mutate, namesInConstants, parse, withoutPure } from './mutants.ts'

const contracts = fileURLToPath(new URL('..', import.meta.url))
/** Beside `contracts`, so that its paths to `node_modules` hold. */
const workplace = fileURLToPath(new URL('../../.mutate', import.meta.url))
const TARGET = 0.95
/** A fault that makes the suite so much slower than it is has been noticed: it goes round for ever. */
const SLOWEST = 5
const MINUTE_MS = 60_000

const { values: options } = parseArgs({
  options: {
    files: { type: 'string' },
    changed: { type: 'boolean', default: false },
    sample: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})

/** A fault that no test can notice, or need not, with the reason. Found again by what it changes, not by its line. */
interface Known {
  readonly file: string
  readonly original: string
  readonly fault: string
  readonly reason: string
}
const known = JSON.parse(readFileSync(new URL('equivalent.json', import.meta.url), 'utf8')) as readonly Known[]
const reasonOf = ({ file, original, fault }: Mutant): string | undefined =>
  known.find((one) => one.file === file && one.original === original && one.fault === fault)?.reason

const solidityIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sol'))

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: contracts, encoding: 'utf8' }).trim()

const changedFiles = (): readonly string[] => {
  const onMain = git('rev-parse', '--abbrev-ref', 'HEAD') === 'main'
  const base = onMain ? 'HEAD~1' : git('merge-base', 'main', 'HEAD')
  return git('diff', '--name-only', '--relative', base, '--', 'src')
    .split('\n')
    .map((file) => relative('src', file))
}

/** Sources and tests as they are to be compiled, with every fault in the sources; what the faults are. */
const writeMutants = (): readonly Mutant[] => {
  rmSync(workplace, { recursive: true, force: true })
  mkdirSync(workplace, { recursive: true })
  for (const part of ['foundry.toml', 'script', 'test']) cpSync(join(contracts, part), join(workplace, part), { recursive: true })
  rmSync(join(workplace, 'test/gas'), { recursive: true })
  const tests = solidityIn(join(workplace, 'test')).map((file) => join(workplace, 'test', file))
  for (const file of tests) writeFileSync(file, withoutPure(readFileSync(file, 'utf8')))

  const sources = solidityIn(join(contracts, 'src')).map((file) => ({
    file,
    text: withoutPure(readFileSync(join(contracts, 'src', file), 'utf8')),
  }))
  const trees = parse(sources)
  // `Contract.CONSTANT` in a test works with a constant alone.
  const named = tests.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\b[A-Z]\w*\.([A-Z][A-Z0-9_]*)\b/g)])
  const fixedNames = new Set([...namesInConstants(trees.values()), ...named.map(([, name]) => name ?? '')])
  const mutants: Mutant[] = []
  for (const source of sources) {
    const result = mutate(source, { tree: trees.get(source.file), firstId: mutants.length + 1, fixedNames })
    mutants.push(...result.mutants)
    const place = join(workplace, 'src', source.file)
    mkdirSync(join(place, '..'), { recursive: true })
    writeFileSync(place, result.text)
  }
  return mutants
}

interface Run {
  readonly code: number | null
  readonly output: string
  readonly ms: number
}

const forge = (args: readonly string[], timeoutMs: number): Promise<Run> =>
  new Promise((resolve, reject) => {
    const from = performance.now()
    const child = spawn(process.execPath, [join(contracts, 'script/forge.ts'), ...args], {
      cwd: workplace,
      env: { ...process.env, FOUNDRY_CODE_SIZE_LIMIT: '10000000' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-20_000)
      })
    const timer = setTimeout(() => child.kill('SIGTERM'), timeoutMs)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output, ms: performance.now() - from })
    })
  })

const testWith = (id: number, timeoutMs: number): Promise<Run> =>
  forge(['test', '--fail-fast', '--block-base-fee-per-gas', String(id)], timeoutMs)

/** Chosen by a seed of its own: the same sample each time. */
const sampleOf = (mutants: readonly Mutant[], count: number): readonly Mutant[] => {
  const step = Math.max(1, mutants.length / count)
  return Array.from({ length: Math.min(count, mutants.length) }, (_, index) => mutants[Math.floor(index * step)]).filter(
    (mutant): mutant is Mutant => mutant !== undefined,
  )
}

const log = (line: string): void => void process.stdout.write(`${line}\n`)
const textOf = ({ file, line, kind, original, fault }: Mutant): string =>
  `${file}:${line} ${kind}: ${original.slice(0, 90)} → ${fault === '' ? '(left out)' : fault.slice(0, 90)}`

const all = writeMutants()
const files = options.files?.split(',') ?? (options.changed ? changedFiles() : null)
const wanted = files === null ? all : all.filter(({ file }) => files.some((name) => file === name || file.endsWith(`/${name}`)))
const chosen = options.sample === undefined ? wanted : sampleOf(wanted, Number(options.sample))
log(`${all.length} faults in ${new Set(all.map(({ file }) => file)).size} files; ${chosen.length} are tried`)
if (options.list) {
  for (const mutant of chosen) log(`${mutant.id} ${textOf(mutant)}`)
  process.exit(0)
}

const built = await forge(['build'], 30 * MINUTE_MS)
if (built.code !== 0) throw new Error(`the faults do not compile:\n${built.output}`)
const unchanged = await testWith(0, 10 * MINUTE_MS)
if (unchanged.code !== 0) throw new Error(`the suite fails without a fault:\n${unchanged.output}`)
log(`compiled in ${Math.round(built.ms / 1_000)} s; the suite takes ${Math.round(unchanged.ms / 1_000)} s`)

const survivors: Mutant[] = []
let killed = 0
let explained = 0
const queue = [...chosen]
const work = async (): Promise<void> => {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const { code } = await testWith(mutant.id, SLOWEST * unchanged.ms + MINUTE_MS / 2)
    if (code !== 0) killed += 1
    else if (reasonOf(mutant) === undefined) {
      survivors.push(mutant)
      log(`survives: ${textOf(mutant)}`)
    } else explained += 1
    const done = killed + explained + survivors.length
    if (done % 50 === 0) log(`${done} of ${chosen.length}: ${killed} noticed, ${survivors.length} not`)
  }
}
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
if (existsSync(workplace)) rmSync(workplace, { recursive: true, force: true })

const counted = killed + survivors.length
const share = counted === 0 ? 1 : killed / counted
log(`${killed} of ${counted} noticed (${(share * 100).toFixed(1)} %); ${explained} more cannot be, each with a reason`)
for (const mutant of survivors.toSorted((a, b) => a.id - b.id)) log(`  ${textOf(mutant)}`)
if (share < TARGET || survivors.length > 0) process.exitCode = 1
