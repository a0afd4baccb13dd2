import { types as pgliteTypes } from '@electric-sql/pglite'
import pg from 'pg'

const INT8 = 20
const NUMERIC = 1700
const INT8_ARRAY = 1016
const NUMERIC_ARRAY = 1231

const WHOLE = /^-?\d+$/

/** Converts integers to `bigint`, on both drivers; a fraction remains text, never a float. */
const parseWhole = (text: string): bigint | string => (WHOLE.test(text) ? BigInt(text) : text)

const parseWholeArray = (text: string): (bigint | string | null)[] =>
  text
    .slice(1, -1)
    .split(',')
    .filter((item) => item !== '')
    .map((item) => (item === 'NULL' ? null : parseWhole(item)))

/** For PGlite's `parsers` option. */
export const pgliteParsers = {
  [pgliteTypes.INT8]: parseWhole,
  [pgliteTypes.NUMERIC]: parseWhole,
  [INT8_ARRAY]: parseWholeArray,
  [NUMERIC_ARRAY]: parseWholeArray,
}

const byType = new Map<number, (text: string) => unknown>([
  [INT8, parseWhole],
  [NUMERIC, parseWhole],
  [INT8_ARRAY, parseWholeArray],
  [NUMERIC_ARRAY, parseWholeArray],
])

/** For node-postgres' `types` option. */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : byType.get(id)) ??
    pg.types.getTypeParser(id, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}
