/** What is offered, and on which terms. */
import type { Reader } from '../../platform/database/database.ts'
import type { PackageTerms, PackageToken } from './terms.rules.ts'

/** Of a package id on chain: greater ones name no package of ours. */
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

const SELECT = `SELECT id, token, minimum, reinvest_minimum, term_days, rate_usdt, rate_dr, opens_at_second,
  closes_at_second, offered FROM package`

const packageOf = (row: PackageRow): PackageTerms | PodPackage => {
  const { id: packageId, token, offered } = row
  if (token === 'POD') return { packageId, token, offered }
  return {
    ...{ packageId, token, offered },
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

/** Everything on offer, by id. */
export const offeredPackages = async (reader: Reader): Promise<(PackageTerms | PodPackage)[]> => {
  const { rows } = await reader.query<PackageRow>({
    name: 'package_offered',
    text: `${SELECT} WHERE offered ORDER BY id`,
  })
  return rows.map(packageOf)
}

export const findPackage = async (
  reader: Reader,
  packageId: bigint,
): Promise<PackageTerms | PodPackage | undefined> => {
  if (packageId > PACKAGE_ID_MAX) return undefined
  const { rows } = await reader.query<PackageRow>({
    name: 'package_by_id',
    text: `${SELECT} WHERE id = $1`,
    values: [packageId],
  })
  return rows[0] && packageOf(rows[0])
}

/** Terms of a package that takes deposits; none for an unknown number, and for POD. */
export const findTerms = async (reader: Reader, packageId: bigint): Promise<PackageTerms | undefined> => {
  const found = await findPackage(reader, packageId)
  return found?.token === 'POD' ? undefined : (found as PackageTerms | undefined)
}
