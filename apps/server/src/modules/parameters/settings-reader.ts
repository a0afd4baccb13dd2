/** Limits, stops and blocks for frequent calls: concurrent reads share a statement. */
import type { ErrorName } from '@dr/protocol/errors'
import type { ParameterName, Stoppable } from '@dr/protocol/parameters'
import { createSharedAsker } from '../../platform/batcher.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { createBlockCheck } from './blocks.ts'
import { readParameters } from './changes.ts'
import { listStops, refuseStopped } from './stops.ts'

export interface SettingsReader {
  /** Like `readParameter`; the value may be newer than the request. */
  parameter(name: ParameterName): Promise<bigint>
  /** Like `requireRunning`. */
  requireRunning(what: Stoppable, error?: ErrorName): Promise<void>
  /** Like `requireNotBlocked`. */
  requireNotBlocked(account: LowerHex): Promise<void>
}

export const createSettingsReader = (reader: () => Reader): SettingsReader => {
  const parameters = createSharedAsker(() => readParameters(reader()))
  const stops = createSharedAsker(() => listStops(reader()))
  return {
    parameter: async (name) => (await parameters())[name],
    requireRunning: async (what, error) =>
      refuseStopped(
        (await stops()).find((stop) => stop.what === what),
        error,
      ),
    requireNotBlocked: createBlockCheck(reader),
  }
}
