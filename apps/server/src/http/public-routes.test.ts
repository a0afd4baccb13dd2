import type { ResponseOf } from '@dr/protocol/call'
import type { CALLS } from '@dr/protocol/calls/index'
import { PARAMETERS, type ParameterName } from '@dr/protocol/parameters'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { recordChange } from '../modules/parameters/index.ts'
import type { Database } from '../platform/database/database.ts'
import { lowerHex } from '../platform/hex.ts'
import { type FixedConfig, publicConfigRoute } from './public-routes.ts'

const LIMITS = Object.keys(PARAMETERS) as ParameterName[]
/** The constant part of the configuration is not tested here. */
const FIXED = { parameters: { voucherLifetimeSeconds: 600 } } as FixedConfig

describeOnDatabase('the public configuration', ({ openDatabase }) => {
  const parametersOf = async (database: Database) => {
    const { handle } = publicConfigRoute(FIXED, database)
    const { parameters } = (await handle({} as never)) as ResponseOf<typeof CALLS.publicConfig>
    return parameters
  }
  const shown = (parameters: Awaited<ReturnType<typeof parametersOf>>): Record<ParameterName, string> => ({
    'withdrawal-daily-limit': parameters.withdrawalDailyLimitUsd,
    'withdrawal-minimum-dr': parameters.withdrawalMinimum.DR,
    'withdrawal-minimum-usdt': parameters.withdrawalMinimum.USDT,
    'pod-power-minimum-dr': parameters.podPowerMinimumDr,
  })

  test('says every limit as it is until operators decide, and as two of them decided from then on', async () => {
    const database = await openDatabase()
    const standard = Object.fromEntries(LIMITS.map((name) => [name, String(PARAMETERS[name].standard)]))
    expect(shown(await parametersOf(database))).toEqual(standard)
    await database.transaction(async (tx) => {
      for (const subject of LIMITS)
        await recordChange(tx, {
          subject,
          before: PARAMETERS[subject].standard,
          value: PARAMETERS[subject].max,
          reason: 'a test',
          at: 0n,
          proposedBy: lowerHex(testWallet('anna').address),
          approvedBy: lowerHex(testWallet('ben').address),
        })
    })
    const decided = await parametersOf(database)
    expect(shown(decided)).toEqual(
      Object.fromEntries(LIMITS.map((name) => [name, String(PARAMETERS[name].max)])),
    )
    expect(decided.voucherLifetimeSeconds).toBe(600)
  })
})
