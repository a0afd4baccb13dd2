/**
 * Copies of the Foundry project in `.cache/mutate/`, one for each concurrent run. Their tests deploy
 * contracts by name, so a fault is applied by overwriting a built contract's bytecode: neither the sources
 * of a copy nor its tests are recompiled.
 */
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forgeProgram } from '../../contracts/script/forge-program.ts'
import { deployingByName, HELPER, HELPER_PATH } from './deploy-by-name.ts'

export const repository = fileURLToPath(new URL('../..', import.meta.url))
export const contracts = join(repository, 'contracts')
export const packages = join(repository, 'node_modules')
export const workplace = join(repository, '.cache/mutate')

/** Stops endless loops; no test uses half of it. */
const GAS_LIMIT = 1_000_000_000
/**
 * Endless loops end by gas. A limit that a busy machine reaches would count faults as noticed that are not.
 */
const RUN_MS_MAX = 1_800_000
/** Limit of Forge's output, enough for the reported failures. */
const OUTPUT_MAX = 50_000_000

/** All files below a folder, by relative path. */
export const filesIn = (folder: string, end = '.sol'): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end) && statSync(join(folder, file)).isFile())
    .toSorted()

/** Settings of the copies: unoptimised, so larger than 24 kB; no compilation between runs. */
const settings = (): string =>
  readFileSync(join(contracts, 'foundry.toml'), 'utf8')
    .replace('[profile.default]', '[profile.default]\ncode_size_limit = 10_000_000')
    .replace(/^offline = /m, `gas_limit = ${GAS_LIMIT}\noffline = `)
    .replace('./script/solc.cjs', './script/cached-solc.cjs')
    .replace('optimizer = true', 'optimizer = false')

/** Makes these texts the only `.sol` files of `folder`, without touching equal files. */
export const writeTexts = (folder: string, texts: ReadonlyMap<string, string>): void => {
  if (existsSync(folder)) for (const file of filesIn(folder)) if (!texts.has(file)) rmSync(join(folder, file))
  for (const [file, text] of texts) {
    const path = join(folder, file)
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

export const textsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(filesIn(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]))

interface Failure {
  /** Relative to the project: `test/unit/Vouchers.t.sol`. */
  readonly file: string
  readonly test: string
  readonly reason: string
}
type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'timeout' }

interface Suites {
  readonly [suite: string]: {
    readonly test_results: Readonly<
      Record<string, { readonly status: string; readonly reason: string | null }>
    >
  }
}

const firstFailure = (output: string): Failure | undefined => {
  const json = output.split('\n').find((line) => line.startsWith('{'))
  if (json === undefined) return undefined
  for (const [suite, { test_results }] of Object.entries(JSON.parse(json) as Suites)) {
    for (const [test, { status, reason }] of Object.entries(test_results)) {
      if (status === 'Failure') return { file: suite.split(':')[0] ?? suite, test, reason: reason ?? '' }
    }
  }
  return undefined
}

export interface Project {
  readonly folder: string
  /** Overwrites the built bytecodes (`file:contract` → creation code). */
  patch(bytecodes: Readonly<Record<string, string>>): void
  /** Undoes `patch`. */
  restore(): void
  /** Runs tests until the first failure. `args` are Forge's. @throws when Forge itself fails. */
  test(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome>
}

/** Folder of a copy by index. */
export const copyFolder = (index: number): string => join(workplace, `copy-${index}`)

/** Updates a copy with the present sources and tests. */
export const updateCopy = (index: number): void => {
  const folder = copyFolder(index)
  mkdirSync(join(folder, 'script'), { recursive: true })
  for (const name of ['node_modules', 'packages'])
    if (!existsSync(join(workplace, name))) symlinkSync(join(repository, name), join(workplace, name))
  const sources = textsIn(join(contracts, 'src'))
  writeTexts(join(folder, 'src'), sources)
  const deployed = [...sources]
    .filter(([, text]) => /^contract /m.test(text))
    .map(([file]) => basename(file, '.sol'))
  const tests = [...textsIn(join(contracts, 'test'))]
    .filter(([file]) => !/^(gas|invariant)[/\\]/.test(file))
    .map(([file, text]) => [file, deployingByName(text, deployed)] as const)
  writeTexts(join(folder, 'test'), new Map([...tests, [relative('test', HELPER_PATH), HELPER]]))
  cpSync(join(contracts, 'script/solc.cjs'), join(folder, 'script/solc.cjs'))
  cpSync(fileURLToPath(new URL('cached-solc.cjs', import.meta.url)), join(folder, 'script/cached-solc.cjs'))
  writeFileSync(join(folder, 'foundry.toml'), settings())
}

/** Builds an updated copy. */
export const openProject = async (index: number, threads: number): Promise<Project> => {
  const folder = copyFolder(index)
  const originals = join(folder, 'originals')

  const forge = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    new Promise<{ code: number | null; output: string; errors: string; late: boolean }>((resolve, reject) => {
      const child = spawn(forgeProgram, args, {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const parts: Buffer[] = []
      let size = 0
      let errors = ''
      let late = false
      child.stdout.on('data', (part: Buffer) => {
        size += part.length
        if (size < OUTPUT_MAX) parts.push(part)
      })
      child.stderr.on('data', (part: Buffer) => {
        errors = (errors + part.toString()).slice(-20_000)
      })
      const timer = setTimeout(() => {
        late = true
        child.kill('SIGTERM')
      }, RUN_MS_MAX)
      child.once('error', reject)
      child.once('close', (code) => {
        clearTimeout(timer)
        resolve({ code, output: Buffer.concat(parts).toString(), errors, late })
      })
    })

  const artifactOf = (contract: string): string => {
    const [file = '', name = ''] = contract.split(':')
    return join(folder, 'out', basename(file), `${name}.json`)
  }
  const restore = (): void => {
    if (!existsSync(originals)) return
    for (const file of filesIn(originals, '.json')) cpSync(join(originals, file), join(folder, 'out', file))
    rmSync(originals, { recursive: true })
  }

  restore()
  const built = await forge(['build'])
  if (built.late) throw new Error(`The copy for faults was not built within ${RUN_MS_MAX / 1000} s.`)
  if (built.code !== 0) throw new Error(`The copy for faults does not build:\n${built.output}${built.errors}`)

  return {
    folder,
    restore,
    patch: (bytecodes) => {
      for (const [contract, bytecode] of Object.entries(bytecodes)) {
        const path = artifactOf(contract)
        const kept = join(originals, relative(join(folder, 'out'), path))
        mkdirSync(dirname(kept), { recursive: true })
        if (!existsSync(kept)) cpSync(path, kept)
        const artifact = JSON.parse(readFileSync(kept, 'utf8')) as { bytecode: { object: string } }
        artifact.bytecode.object = `0x${bytecode}`
        writeFileSync(path, JSON.stringify(artifact))
      }
    },
    test: async (args, env) => {
      // Forge would repeat a stored failure for the next fault.
      for (const kept of ['fuzz', 'test-failures'])
        rmSync(join(folder, 'cache', kept), { recursive: true, force: true })
      const all = ['test', '--json', '--fail-fast', '--threads', String(threads), ...args]
      const { code, output, errors, late } = await forge(all, env)
      if (late) return { kind: 'timeout' }
      if (code === 0) return { kind: 'passed' }
      const failure = firstFailure(output)
      if (failure === undefined)
        throw new Error(`Forge ended with ${code}:\n${errors}${output.slice(0, 5_000)}`)
      return { kind: 'failed', failure }
    },
  }
}
