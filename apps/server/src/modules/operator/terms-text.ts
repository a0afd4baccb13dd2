/** Stored terms of a proposal: JSON with the same names, always in the same order. Pure. */
import type { EditedProduct } from '../mining/index.ts'
import type { EditedTerms } from '../packages/index.ts'

type Plain = Readonly<Record<string, string | number | boolean | null>>

export const serializeTerms = (terms: EditedTerms | EditedProduct): string => {
  const named = Object.entries(terms).filter(([, value]) => value !== undefined)
  return JSON.stringify(
    Object.fromEntries(
      named
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
    ),
  )
}

/** Terms by name, for display. */
export const showTerms = (text: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(JSON.parse(text) as Plain).map(([name, value]) => [
      name,
      value === null ? '' : String(value),
    ]),
  )

const amount = (value: unknown): bigint => BigInt(value as string)
const rate = (value: unknown): bigint | null => (value === null ? null : amount(value))

/** Parses the text of `serializeTerms`. */
export const readPackageTerms = (text: string): EditedTerms => {
  const terms = JSON.parse(text)
  return {
    ...terms,
    minimum: amount(terms.minimum),
    reinvestMinimum: amount(terms.reinvestMinimum),
    rateUsdt: rate(terms.rateUsdt),
    rateDr: rate(terms.rateDr),
  }
}

/** Parses the text of `serializeTerms`. */
export const readProductTerms = (text: string): EditedProduct => {
  const terms = JSON.parse(text)
  return { ...terms, price: amount(terms.price) }
}
