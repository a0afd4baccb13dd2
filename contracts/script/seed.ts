import { randomBytes } from 'node:crypto'

/** Sets the seed of an earlier full run, to repeat it. */
export const SEED_VARIABLE = 'FOUNDRY_FUZZ_SEED'

/**
 * Seed of a full run's fuzz tests and invariants, new each time unless the environment sets one. A short
 * run's is fixed in `foundry.toml`. @throws on anything but hexadecimal digits after `0x`.
 */
export const seedOfFullRun = (env: Readonly<Record<string, string | undefined>>): string => {
  const named = env[SEED_VARIABLE]
  if (named === undefined || named === '') return `0x${randomBytes(8).toString('hex')}`
  if (!/^0x[\da-f]{1,64}$/i.test(named))
    throw new Error(`${SEED_VARIABLE} is a hexadecimal number such as 0x4472, not ${named}`)
  return named
}

/** Text printed before a full run. */
export const seedNotice = (seed: string): string =>
  `Seed of the fuzz tests and invariants of the contracts: ${seed} (the same again: ${SEED_VARIABLE}=${seed})`
