import type { MachineEarnings } from '@dr/protocol/rules/mining-rate'
import { expect, it } from 'vitest'
import { addedEarnings } from './added-earnings.ts'
import type { Translate } from './translate.ts'

const WAD = 10n ** 18n
const t: Translate = (key, values) => `${key}(${Object.values(values ?? {}).join()})`
const earnings = (addsPerDay: bigint) =>
  ({ perDay: 12_500n * WAD, perDayUsd: null, addsPerDay }) as MachineEarnings

it('of a first machine, says what it mines', () => {
  expect(addedEarnings(t, earnings(12_500n * WAD))).toEqual({ adds: 'rates.perDay(12,500)', less: null })
})

it('beside machines that then mine less, says what it adds before what it mines', () => {
  expect(addedEarnings(t, earnings(0n))).toEqual({
    adds: 'earnings.adds(0)',
    less: { mined: 'rates.perDay(12,500)', why: 'earnings.addsToYours(0)' },
  })
})
