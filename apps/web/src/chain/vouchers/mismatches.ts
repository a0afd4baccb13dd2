/** Part of a voucher that fails a check; each has a text in every language. */
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

/** Empty if both are equal as JSON. */
export const expectEqual = (name: MismatchName, expected: unknown, actual: unknown): Mismatch[] =>
  json(expected) === json(actual) ? [] : [{ name, expected: json(expected), actual: json(actual) }]
