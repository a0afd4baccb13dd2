/** Runs a server with the settings of the environment. */
import './thread-pool.ts'
import { type Role, readConfig } from '../../platform/config/config.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { startServer } from './start-server.ts'

export const runProcess = (roles?: readonly Role[]): Promise<void> =>
  runUntilStopped(() => startServer(readConfig(process.env, roles)))
