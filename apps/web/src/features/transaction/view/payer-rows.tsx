import { useQuery } from '@tanstack/react-query'
import { type Address as AccountAddress, getAddress } from 'viem'
import { drgvPriceQuery } from '../../../api/queries/public.ts'
import { type TokenPrices, tokenPrices, tokenWorth } from '../../../api/token-worth.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import { formatWorthBeside } from '../../../i18n/rate-text.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { Address } from '../../../ui/text/address.tsx'

/** Whose wallet signs: the first line of every receipt. A withdrawal takes nothing out of it but its burn. */
export const signerRow = (
  t: Translate,
  { account, receives }: { readonly account: AccountAddress; readonly receives: boolean },
): ReceiptRow => ({
  label: t(receives ? 'tx.row.wallet' : 'tx.row.from'),
  value: <Address address={getAddress(account)} keep={4} copyable={false} icon />,
})

/** Worth of all of them in USD, 18 decimals; null where one of them has no price. */
const worthOfAll = (amounts: readonly TokenAmount[], prices: TokenPrices): bigint | null =>
  amounts.reduce<bigint | null>((sum, { token, amount }) => {
    const worth = tokenWorth(token, amount, prices)
    return sum === null || worth === null ? null : sum + worth
  }, 0n)

/**
 * All that is paid, in dollars; nothing where a price is not known. Without the network fee: the product
 * knows no price of BNB.
 */
export const useTotalRows = (t: Translate, amounts: readonly TokenAmount[]): readonly ReceiptRow[] => {
  const { data } = useQuery(drgvPriceQuery())
  const paid = amounts.filter(({ amount }) => amount > 0n)
  const worth = worthOfAll(paid, tokenPrices(data))
  if (worth === null || paid.length === 0) return []
  return [{ label: t('tx.row.total'), value: formatWorthBeside(worth), total: true }]
}
