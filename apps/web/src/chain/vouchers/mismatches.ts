/** The part of a voucher that does not hold; each has its words in every language. */
export type MismatchName =
  | 'unreadable'
  | 'types'
  | 'domain'
  | 'contract'
  | 'account'
  | 'digest'
  | 'signer'
  | 'header'
  | 'request'
  | 'amounts'
  | 'price'
  | 'receipt'

export interface Mismatch {
  readonly name: MismatchName
  readonly expected: string
  readonly actual: string
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))

/** Nothing when both are the same, compared as they are written. */
export const expectEqual = (name: MismatchName, expected: unknown, actual: unknown): Mismatch[] =>
  json(expected) === json(actual) ? [] : [{ name, expected: json(expected), actual: json(actual) }]
