/** Result of a bench: a number, its reference, and its bound. */

/** One line of `npm run bench` (ARCHITECTURE.md, "Two commands"). */
export interface Figure {
  /** `<what>.<which>`; a prefix selects it on the command line. */
  readonly bench: string
  readonly value: number
  readonly unit: string
  /** In the same unit; measured in the same run, except as noted in the README. */
  readonly reference: number
  /** `value / reference`, computed before rounding. */
  readonly ratio: number
}

/** Bound of a figure: compares its value or its ratio with `limit`. */
export interface Bound {
  readonly of: 'value' | 'ratio'
  readonly is: 'at least' | 'at most'
  readonly limit: number
}

const RATIO_DIGITS = 3
/** Decimals of a value; rates and gas are whole. */
const VALUE_DIGITS = 2

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

/** @throws RangeError for an invalid measurement (not finite, or a reference that is not above zero). */
export const figure = ({ value, reference, ...rest }: Omit<Figure, 'ratio'>): Figure => {
  if (!Number.isFinite(value) || !Number.isFinite(reference) || reference <= 0) {
    throw new RangeError(`${rest.bench}: ${value} against ${reference} is no measurement`)
  }
  return { ...rest, value, reference, ratio: value / reference }
}

/** Line on standard output: these five keys, in this order. */
export const lineOf = ({ bench, value, unit, reference, ratio }: Figure): string =>
  JSON.stringify({
    bench,
    value: rounded(value, VALUE_DIGITS),
    unit,
    reference: rounded(reference, VALUE_DIGITS),
    ratio: rounded(ratio, RATIO_DIGITS),
  })

/** Compares the unrounded figure: 0.7996 is not 0.8. */
export const meets = (measured: Figure, { of, is, limit }: Bound): boolean =>
  is === 'at least' ? measured[of] >= limit : measured[of] <= limit

/** Text for the log: "ratio 0.912, at least 0.8: met". */
export const verdictOf = (measured: Figure, bound: Bound): string => {
  const shown = rounded(measured[bound.of], RATIO_DIGITS)
  return `${bound.of} ${shown}, ${bound.is} ${bound.limit}: ${meets(measured, bound) ? 'met' : 'MISSED'}`
}
