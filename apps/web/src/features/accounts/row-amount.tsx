import { WAD } from '@dr/protocol/amounts'
import { Amount } from '../../ui/amounts/amount.tsx'

/**
 * Amount at the end of a row, cut to cents, or to four decimals below one, so that the row's name has room.
 * The opened sheet shows all decimals.
 */
export const RowAmount = ({ value, token }: { readonly value: bigint; readonly token: string }) => (
  <Amount value={value} token={token} maxDecimals={rowDecimals(value)} size="sm" />
)

export const rowDecimals = (value: bigint): number => (value < WAD ? 4 : 2)
