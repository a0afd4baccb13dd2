/** The settings of the server on the local chain, in the same variables as in production. */
import type { Settings } from './settings.ts'

/** Other settings have their default for chain id 31337 in the server's own configuration. */
export const serverEnvironment = (
  settings: Settings,
  input: {
    /** The built app; undefined: only the API. */
    readonly siteDirectory: string | undefined
    readonly environment: NodeJS.ProcessEnv
  },
): NodeJS.ProcessEnv => ({
  // Faucet and test keys are for this machine only, by default.
  HOST: '127.0.0.1',
  ...input.environment,
  PORT: String(settings.port),
  DATA_DIR: settings.dataDirectory,
  DATABASE_URL: settings.databaseUrl ?? '',
  CHAIN_ID: '31337',
  RPC_URLS: `http://127.0.0.1:${settings.chainPort}`,
  SITE_DIR: input.siteDirectory ?? '',
})
