import { WAD } from '@dr/protocol/amounts'
import { describeOnDatabase } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { offerPackage } from './edit-packages.ts'
import { seedPackages } from './seed-packages.ts'

describeOnDatabase('packages of before the bound of a year', ({ openDatabase }) => {
  test('are removed, and not offered again', async () => {
    const database = await openDatabase()
    const change = (offered: boolean) =>
      database.transaction((tx) => offerPackage(tx, { packageId: 7, offered, now: 1_800_000_000n }))
    const terms = { packageId: 7, token: 'USDT', minimum: WAD, reinvestMinimum: WAD, termDays: 30 } as const
    // 90 % in its 30 days: within the bound of a term.
    const dailyRates = { USDT: (WAD * 3n) / 100n }
    const hours = { opensAtSecond: 0, closesAtSecond: 86_400 }
    await database.transaction((tx) => seedPackages(tx, [{ ...terms, dailyRates, hours }]))
    expect(await change(false)).toMatchObject({ after: { next: { offered: false } } })
    await expect(change(true)).rejects.toMatchObject({
      error: 'BAD_PARAMETER',
      details: { path: 'rateUsdt', reason: 'more-than-the-principal' },
    })
  })
})
