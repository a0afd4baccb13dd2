import { useQuery } from '@tanstack/react-query'
import { type Address as AccountAddress, getAddress } from 'viem'
import { drgvPriceQuery } from '../../../api/queries/public.ts'
import { tokenPrices, totalWorth } from '../../../api/token-worth.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import { formatPaid } from '../../../i18n/rate-text.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { Address } from '../../../ui/text/address.tsx'

/** First line of every receipt: the signing wallet, or the receiving one for a withdrawal. */
export const signerRow = (
  t: Translate,
  { account, receives }: { readonly account: AccountAddress; readonly receives: boolean },
): ReceiptRow => ({
  label: t(receives ? 'tx.row.wallet' : 'tx.row.from'),
  value: <Address address={getAddress(account)} keep={4} copyable={false} icon />,
})

/** Prices as the server says them: USDT for one token, 18 decimals. */
export type PriceTexts = NonNullable<Parameters<typeof tokenPrices>[0]>

/**
 * Total in dollars, rounded up; nothing if a price is unknown. Without the network fee, since there is no
 * price of BNB. `quoted`: the voucher's prices, which the form used as well.
 */
export const useTotalRows = (
  t: Translate,
  amounts: readonly TokenAmount[],
  quoted: PriceTexts = {},
): readonly ReceiptRow[] => {
  const { data } = useQuery(drgvPriceQuery())
  const paid = amounts.filter(({ amount }) => amount > 0n)
  const worth = totalWorth(paid, { ...tokenPrices(data), ...tokenPrices(quoted) })
  if (worth === null || paid.length === 0) return []
  return [{ label: t('tx.row.total'), value: formatPaid(worth), total: true }]
}
