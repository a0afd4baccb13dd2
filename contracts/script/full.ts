/**
 * `npm run test:full [-- --match-contract X]`: runs all tests with the long counts, then all invariants of
 * each contract at once over 10,000 runs, then the proofs (`prove.ts`). The first two with a new seed in each
 * run, printed first; `FOUNDRY_FUZZ_SEED` sets an earlier one. Exits with 1 when one fails.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { forgeProgram } from './forge-program.ts'
import { SEED_VARIABLE, seedNotice, seedOfFullRun } from './seed.ts'

const seed = seedOfFullRun(process.env)
process.stdout.write(`${seedNotice(seed)}\n`)

const run = (profile: string, ...args: readonly string[]): boolean => {
  const { status, error } = spawnSync(
    forgeProgram,
    ['test', '--fuzz-seed', seed, ...args, ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, FOUNDRY_PROFILE: profile, [SEED_VARIABLE]: seed },
    },
  )
  if (error !== undefined) throw error
  return status === 0
}

const prove = (): boolean =>
  spawnSync(process.execPath, [fileURLToPath(new URL('prove.ts', import.meta.url))], { stdio: 'inherit' })
    .status === 0

// The trace of a failure names the invariant.
const passed = [run('full'), run('many', '--match-test', '^invariants_', '-vvv'), prove()]
process.exitCode = passed.every(Boolean) ? 0 : 1
