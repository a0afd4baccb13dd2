/** Packages as operators see and edit them (docs/product.md 10): new terms apply to new positions only. */
import type { OperatorPackage } from '@dr/protocol/calls/operator-offers'
import { VOUCHER_LIFETIME_SECONDS } from '@dr/protocol/constants'
import { AppError } from '../../../platform/app-error.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import { type EditedTerms, requireBounded } from './edit.rules.ts'
import type { PackageToken } from './terms.rules.ts'

/**
 * Longer than a deposit takes after its terms were shown, so that it is booked by these terms even if others
 * are decided meanwhile.
 */
const NOTICE_SECONDS = BigInt(VOUCHER_LIFETIME_SECONDS)

interface TermsRow {
  minimum: bigint
  reinvest_minimum: bigint
  term_days: number
  rate_usdt: bigint | null
  rate_dr: bigint | null
  opens_at_second: number
  closes_at_second: number
  offered: boolean
  effective_from: bigint
}
interface PackageRow extends TermsRow {
  id: number
  token: PackageToken | 'POD'
}

const TERMS = `minimum, reinvest_minimum, term_days, rate_usdt, rate_dr, opens_at_second, closes_at_second, offered`

const termsOf = (row: TermsRow) => ({
  minimum: row.minimum.toString(),
  reinvestMinimum: row.reinvest_minimum.toString(),
  termDays: row.term_days,
  dailyRates: { USDT: row.rate_usdt?.toString() ?? null, DR: row.rate_dr?.toString() ?? null },
  opensAtSecond: row.opens_at_second,
  closesAtSecond: row.closes_at_second,
  offered: row.offered,
})

/** For each package, in order: its own row, then every edit. */
const readRows = async (reader: Reader, packageId: number | null): Promise<PackageRow[]> => {
  const { rows } = await reader.query<PackageRow>({
    name: 'package_all_terms',
    text: `SELECT id, token, -1::bigint AS effective_from, ${TERMS} FROM package WHERE $1::int IS NULL OR id = $1
      UNION ALL SELECT package_id, (SELECT token FROM package WHERE id = package_id), effective_from, ${TERMS}
        FROM package_terms WHERE $1::int IS NULL OR package_id = $1
      ORDER BY id, effective_from`,
    values: [packageId],
  })
  return rows
}

const packagesOf = (rows: readonly PackageRow[], now: bigint): OperatorPackage[] =>
  [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((versions) => {
    const current = versions.findLast(({ effective_from }) => effective_from <= now)
    const next = versions.at(-1)
    if (!current || !next) return []
    return [
      {
        packageId: current.id,
        token: current.token,
        ...termsOf(current),
        next:
          next.effective_from > now ? { ...termsOf(next), effectiveFrom: Number(next.effective_from) } : null,
      },
    ]
  })

/** All packages, offered or not. `now`: the chain's clock. */
export const allPackages = async (reader: Reader, now: bigint): Promise<OperatorPackage[]> =>
  packagesOf(await readRows(reader, null), now)

const findOne = async (
  reader: Reader,
  packageId: number,
  now: bigint,
): Promise<OperatorPackage | undefined> => packagesOf(await readRows(reader, packageId), now)[0]

const insertTerms = async (tx: Tx, terms: EditedTerms, effectiveFrom: bigint): Promise<void> => {
  await tx.query({
    name: 'package_terms_insert',
    text: `INSERT INTO package_terms (package_id, effective_from, ${TERMS})
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      ON CONFLICT (package_id, effective_from) DO UPDATE SET minimum = excluded.minimum,
        reinvest_minimum = excluded.reinvest_minimum, term_days = excluded.term_days, rate_usdt = excluded.rate_usdt,
        rate_dr = excluded.rate_dr, opens_at_second = excluded.opens_at_second,
        closes_at_second = excluded.closes_at_second, offered = excluded.offered`,
    values: [
      terms.packageId,
      effectiveFrom,
      terms.minimum,
      terms.reinvestMinimum,
      terms.termDays,
      terms.rateUsdt,
      terms.rateDr,
      terms.opensAtSecond,
      terms.closesAtSecond,
      terms.offered,
    ],
  })
}

/** Serializes edits of a package. */
const lockPackage = async (tx: Tx, packageId: number): Promise<void> => {
  await tx.query({
    name: 'package_lock',
    text: 'SELECT 1 FROM package WHERE id = $1 FOR UPDATE',
    values: [packageId],
  })
}

interface Changed {
  readonly before: OperatorPackage | null
  readonly after: OperatorPackage
}

const read = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

const newestOf = (one: OperatorPackage): EditedTerms => {
  const { minimum, reinvestMinimum, termDays, dailyRates, ...rest } = one.next ?? one
  return {
    packageId: one.packageId,
    token: one.token,
    minimum: BigInt(minimum),
    reinvestMinimum: BigInt(reinvestMinimum),
    termDays,
    rateUsdt: read(dailyRates.USDT),
    rateDr: read(dailyRates.DR),
    opensAtSecond: rest.opensAtSecond,
    closesAtSecond: rest.closesAtSecond,
    offered: rest.offered,
  }
}

/**
 * The terms decided last, in force or not, locked until the transaction ends; null if there is no such
 * package.
 */
export const lockNewestTerms = async (
  tx: Tx,
  packageId: number,
  now: bigint,
): Promise<EditedTerms | null> => {
  await lockPackage(tx, packageId)
  const one = await findOne(tx, packageId, now)
  return one ? newestOf(one) : null
}

/**
 * Creates a package at once, or edits the terms of one for deposits in blocks ten minutes from now. The
 * caller checks first whether one operator suffices (`termsNeedTwo`). Throws BAD_PARAMETER for another token
 * than the package's, for POD (its terms are the pledge's), and when the income would exceed the principal.
 */
export const editTerms = async (tx: Tx, terms: EditedTerms, now: bigint): Promise<Changed> => {
  const { packageId, token } = terms
  requireBounded(terms)
  const { rowCount } = await tx.query({
    name: 'package_create',
    text: `INSERT INTO package (id, token, ${TERMS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, false)
      ON CONFLICT (id) DO NOTHING`,
    values: [
      packageId,
      token,
      terms.minimum,
      terms.reinvestMinimum,
      terms.termDays,
      terms.rateUsdt,
      terms.rateDr,
      terms.opensAtSecond,
      terms.closesAtSecond,
    ],
  })
  const created = rowCount === 1
  await lockPackage(tx, packageId)
  const before = created ? null : ((await findOne(tx, packageId, now)) ?? null)
  if (before && before.token !== token) {
    throw new AppError('BAD_PARAMETER', { details: { path: 'token', reason: 'of-another-token' } })
  }
  await insertTerms(tx, terms, created ? now : now + NOTICE_SECONDS)
  return { before, after: (await findOne(tx, packageId, now)) as OperatorPackage }
}

/**
 * Removes a package, or offers it again with the newest terms, ten minutes from now. Throws
 * PACKAGE_NOT_FOUND, and BAD_PARAMETER for older terms beyond today's bounds.
 */
export const offerPackage = async (
  tx: Tx,
  {
    packageId,
    offered,
    now,
  }: { readonly packageId: number; readonly offered: boolean; readonly now: bigint },
): Promise<Changed> => {
  await lockPackage(tx, packageId)
  const before = await findOne(tx, packageId, now)
  if (!before) throw new AppError('PACKAGE_NOT_FOUND')
  if (offered) requireBounded(newestOf(before))
  await insertTerms(tx, { ...newestOf(before), offered }, now + NOTICE_SECONDS)
  return { before, after: (await findOne(tx, packageId, now)) as OperatorPackage }
}
