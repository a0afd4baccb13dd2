import { WAD } from '@dr/protocol/amounts'
import { Amount } from '../../ui/amounts/amount.tsx'

/** Base units of one whole token. */

/**
 * An amount at the end of a row, cut to cents so that the row's name has room; below one, to four decimals.
 * All of them are behind the tap.
 */
export const RowAmount = ({ value, token }: { readonly value: bigint; readonly token: string }) => (
  <Amount value={value} token={token} maxDecimals={rowDecimals(value)} size="sm" />
)

export const rowDecimals = (value: bigint): number => (value < WAD ? 4 : 2)
