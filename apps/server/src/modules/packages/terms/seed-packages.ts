import type { Tx } from '../../../platform/database/database.ts'
import type { OpeningHours } from './opening-hours.rules.ts'
import type { PackageToken } from './terms.rules.ts'

/** A package as configured. Amounts in base units, rates with 18 decimals. */
export interface NewPackage {
  /** 1 … 2³¹ − 1; never reused for another package. */
  readonly packageId: number
  readonly token: PackageToken | 'POD'
  readonly minimum: bigint
  readonly reinvestMinimum: bigint
  /** 0 for POD. */
  readonly termDays: number
  readonly dailyRates: Readonly<Partial<Record<PackageToken, bigint>>>
  readonly hours: OpeningHours
}

/**
 * Updates the packages to the configuration; idempotent. A package that is no longer configured is no longer
 * offered; positions keep their income and term.
 */
export const seedPackages = async (tx: Tx, packages: readonly NewPackage[]): Promise<void> => {
  for (const { packageId, token, minimum, reinvestMinimum, termDays, dailyRates, hours } of packages) {
    await tx.query({
      text: `INSERT INTO package (id, token, minimum, reinvest_minimum, term_days, rate_usdt, rate_dr,
          opens_at_second, closes_at_second, offered)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, true)
        ON CONFLICT (id) DO UPDATE SET token = excluded.token, minimum = excluded.minimum,
          reinvest_minimum = excluded.reinvest_minimum, term_days = excluded.term_days,
          rate_usdt = excluded.rate_usdt, rate_dr = excluded.rate_dr,
          opens_at_second = excluded.opens_at_second, closes_at_second = excluded.closes_at_second, offered = true`,
      values: [
        packageId,
        token,
        minimum,
        reinvestMinimum,
        termDays,
        dailyRates.USDT ?? null,
        dailyRates.DR ?? null,
        hours.opensAtSecond,
        hours.closesAtSecond,
      ],
    })
  }
  await tx.query({
    text: 'UPDATE package SET offered = false WHERE offered AND NOT (id = ANY($1::int[]))',
    values: [packages.map(({ packageId }) => packageId)],
  })
}
