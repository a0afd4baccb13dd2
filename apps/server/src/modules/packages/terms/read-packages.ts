/** The packages on offer, and their terms. */
import type { Reader } from '../../../platform/database/database.ts'
import type { PackageTerms, PackageToken } from './terms.rules.ts'

/** Largest valid package id on chain. */
export const PACKAGE_ID_MAX = 2n ** 31n - 1n

interface PackageRow {
  id: number
  token: PackageToken | 'POD'
  minimum: bigint
  reinvest_minimum: bigint
  term_days: number
  rate_usdt: bigint | null
  rate_dr: bigint | null
  opens_at_second: number
  closes_at_second: number
  offered: boolean
}

/** The pledge of POD power, under its package's number. */
export interface PodPackage {
  readonly packageId: number
  readonly token: 'POD'
  readonly offered: boolean
}

/** The terms in force at `$1`: an operator's edit, or the package's own row. */
const SELECT = `SELECT * FROM (
    SELECT p.id, p.token, t.minimum, t.reinvest_minimum, t.term_days, t.rate_usdt, t.rate_dr, t.opens_at_second,
      t.closes_at_second, t.offered
    FROM package p CROSS JOIN LATERAL (
      SELECT effective_from, minimum, reinvest_minimum, term_days, rate_usdt, rate_dr, opens_at_second,
          closes_at_second, offered
        FROM package_terms e WHERE e.package_id = p.id AND e.effective_from <= $1
      UNION ALL SELECT -1, p.minimum, p.reinvest_minimum, p.term_days, p.rate_usdt, p.rate_dr, p.opens_at_second,
          p.closes_at_second, p.offered
      ORDER BY effective_from DESC LIMIT 1) t) AS package`

const packageOf = (row: PackageRow): PackageTerms | PodPackage => {
  const { id: packageId, token, offered } = row
  if (token === 'POD') return { packageId, token, offered }
  return {
    packageId,
    token,
    offered,
    minimum: row.minimum,
    reinvestMinimum: row.reinvest_minimum,
    termDays: row.term_days,
    dailyRates: {
      ...(row.rate_usdt === null ? {} : { USDT: row.rate_usdt }),
      ...(row.rate_dr === null ? {} : { DR: row.rate_dr }),
    },
    hours: { opensAtSecond: row.opens_at_second, closesAtSecond: row.closes_at_second },
  }
}

/** The packages on offer at a time (Unix seconds), by id. */
export const offeredPackages = async (reader: Reader, at: bigint): Promise<(PackageTerms | PodPackage)[]> => {
  const { rows } = await reader.query<PackageRow>({
    name: 'package_offered',
    text: `${SELECT} WHERE offered ORDER BY id`,
    values: [at],
  })
  return rows.map(packageOf)
}

export const findPackage = async (
  reader: Reader,
  { packageId, at }: { readonly packageId: bigint; readonly at: bigint },
): Promise<PackageTerms | PodPackage | undefined> => {
  if (packageId > PACKAGE_ID_MAX) return undefined
  const { rows } = await reader.query<PackageRow>({
    name: 'package_by_id',
    text: `${SELECT} WHERE id = $2`,
    values: [at, packageId],
  })
  return rows[0] && packageOf(rows[0])
}

/** Terms at a time of a package that takes deposits; undefined for an unknown number and for POD. */
export const findTerms = async (
  reader: Reader,
  which: { readonly packageId: bigint; readonly at: bigint },
): Promise<PackageTerms | undefined> => {
  const found = await findPackage(reader, which)
  return found?.token === 'POD' ? undefined : (found as PackageTerms | undefined)
}
