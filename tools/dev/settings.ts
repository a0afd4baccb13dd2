/**
 * Settings of `npm start`: environment variables (PORT, CHAIN_PORT, DATA_DIR, DATABASE_URL), `--reset` and
 * `--empty`.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** Error that the user can fix; shown without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

export interface Settings {
  /** Port of the app and the API. */
  readonly port: number
  /** Port of the local chain. */
  readonly chainPort: number
  /** Absolute path of the folder for chain, database and keys. */
  readonly dataDirectory: string
  /** PostgreSQL; undefined: PGlite in the data folder. */
  readonly databaseUrl: string | undefined
  /**
   * Undefined: no reset. `''` empties the embedded database; with PostgreSQL it must be the database's name.
   */
  readonly reset: string | undefined
  /** A new chain begins without the demo network's history. */
  readonly empty: boolean
}

/** Also listens on the browser's `localhost`, whichever address that is. */
const DEFAULT_PORT = 8080
const DEFAULT_CHAIN_PORT = 8545
const DEFAULT_DATA_DIRECTORY = '.data'

const portFrom = (environment: NodeJS.ProcessEnv, name: string, fallback: number): number => {
  const text = environment[name]
  if (text === undefined || text === '') return fallback
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new SetupError(`${name} is "${text}": a port is a number from 1 to 65535`)
  }
  return port
}

/** Options: `--reset` alone, or `--reset=<database>` for PostgreSQL; `--empty`. */
const optionsFrom = (args: readonly string[]): Pick<Settings, 'reset' | 'empty'> => {
  const plain = args.map((argument) => (argument === '--reset' ? '--reset=' : argument))
  const options = { reset: { type: 'string' }, empty: { type: 'boolean' } } as const
  try {
    const { reset, empty = false } = parseArgs({ args: plain, options }).values
    return { reset, empty }
  } catch (cause) {
    throw new SetupError(
      `${args.join(' ')}: \`npm start\` takes nothing but --empty, --reset, or --reset=<database>`,
      { cause },
    )
  }
}

export const readSettings = (
  environment: NodeJS.ProcessEnv,
  { args, root }: { readonly args: readonly string[]; readonly root: string },
): Settings => {
  const port = portFrom(environment, 'PORT', DEFAULT_PORT)
  const chainPort = portFrom(environment, 'CHAIN_PORT', DEFAULT_CHAIN_PORT)
  if (port === chainPort) throw new SetupError(`PORT and CHAIN_PORT are both ${port}: they must differ`)
  return {
    port,
    chainPort,
    dataDirectory: resolve(root, environment.DATA_DIR || DEFAULT_DATA_DIRECTORY),
    databaseUrl: environment.DATABASE_URL || undefined,
    ...optionsFrom(args),
  }
}
