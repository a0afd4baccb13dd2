/**
 * `npm run coverage`: lines and branches of `contracts/src` reached by unit and fuzz tests, by Forge. Fails
 * below 98 % of either, and lists what is not reached. Forge 1.7.1 does not find packages outside the
 * project's folder for this, so it runs in a copy that contains them, in `.cache/coverage/`.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forgeProgram } from '../../contracts/script/forge-program.ts'
import { contracts, repository, textsIn, writeTexts } from './project.ts'

const COVERED_MIN = 0.98
const workplace = join(repository, '.cache/coverage')
const copy = join(workplace, 'contracts')
const log = (line: string): void => void process.stdout.write(`${line}\n`)

const PACKAGES = [
  ['@openzeppelin/contracts', 'lib/@openzeppelin/contracts'],
  ['@uniswap/v4-core/lib/forge-std/src', 'lib/forge-std'],
] as const

const makeCopy = (): void => {
  mkdirSync(join(copy, 'script'), { recursive: true })
  for (const name of ['node_modules', 'packages'])
    if (!existsSync(join(workplace, name))) symlinkSync(join(repository, name), join(workplace, name))
  for (const [from, to] of PACKAGES)
    if (!existsSync(join(copy, to)))
      cpSync(join(repository, 'node_modules', from), join(copy, to), { recursive: true })
  writeTexts(join(copy, 'src'), textsIn(join(contracts, 'src')))
  const tests = [...textsIn(join(contracts, 'test'))].filter(([file]) => !/^(gas|invariant)[/\\]/.test(file))
  writeTexts(join(copy, 'test'), new Map(tests))
  cpSync(join(contracts, 'script/solc.cjs'), join(copy, 'script/solc.cjs'))
  const settings = readFileSync(join(contracts, 'foundry.toml'), 'utf8')
    .replace('../node_modules/@openzeppelin/', 'lib/@openzeppelin/')
    .replace('../node_modules/@uniswap/v4-core/lib/forge-std/src/', 'lib/forge-std/')
    .replace('libs = ["../node_modules"]', 'libs = ["lib"]')
  writeFileSync(join(copy, 'foundry.toml'), settings)
}

interface Coverage {
  readonly file: string
  readonly lines: readonly (readonly [line: number, hits: number])[]
  readonly branches: readonly (readonly [line: number, hits: number])[]
}

/**
 * Coverage by source, parsed from LCOV: `DA:<line>,<hits>` and `BRDA:<line>,<block>,<branch>,<hits or ->`.
 */
const parse = (text: string): readonly Coverage[] =>
  text
    .split('end_of_record')
    .filter((record) => record.includes('SF:src/'))
    .map((record) => {
      const numbers = (start: string) =>
        record
          .split('\n')
          .filter((line) => line.startsWith(start))
          .map((line) => line.slice(start.length).split(','))
          .map((parts) => [Number(parts[0]), Number(parts.at(-1)?.replace('-', '0'))] as const)
      const file = /SF:(.*)/.exec(record)?.[1] ?? ''
      return { file, lines: numbers('DA:'), branches: numbers('BRDA:') }
    })

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`
const hit = (all: readonly (readonly [number, number])[]): number => all.filter(([, hits]) => hits > 0).length

makeCopy()
const { status } = spawnSync(forgeProgram, ['coverage', '--report', 'lcov', '--report-file', 'lcov.info'], {
  cwd: copy,
  env: { ...process.env, FOUNDRY_FUZZ_RUNS: '8' },
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (status !== 0) throw new Error(`forge coverage ended with ${status}`)
const all = parse(readFileSync(join(copy, 'lcov.info'), 'utf8'))
const [lines, branches] = [all.flatMap((one) => one.lines), all.flatMap((one) => one.branches)]
for (const { file, ...one } of all) {
  const missed = [...one.lines, ...one.branches].filter(([, hits]) => hits === 0).map(([line]) => line)
  const columns = [percent(hit(one.lines), one.lines.length), percent(hit(one.branches), one.branches.length)]
  const where = [...new Set(missed)].toSorted((left, right) => left - right).join(', ')
  log(`${file.padEnd(38)}${columns.map((cell) => cell.padStart(10)).join('')}  ${where}`)
}
log(
  `lines ${percent(hit(lines), lines.length)}, branches ${percent(hit(branches), branches.length)} of ${all.length} sources`,
)
if (hit(lines) < COVERED_MIN * lines.length || hit(branches) < COVERED_MIN * branches.length)
  process.exitCode = 1
