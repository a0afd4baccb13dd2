import { Amount } from '../../ui/amounts/amount.tsx'

/** Base units of one whole token. */
const WHOLE = 10n ** 18n

/**
 * An amount at the end of a row, cut to cents so that the row's name has room; below one, to four decimals.
 * All of them stand behind the tap.
 */
export const RowAmount = ({ value, token }: { readonly value: bigint; readonly token: string }) => (
  <Amount value={value} token={token} maxDecimals={rowDecimals(value)} size="sm" />
)

export const rowDecimals = (value: bigint): number => (value < WHOLE ? 4 : 2)
