import { useQuery } from '@tanstack/react-query'
import { drgvPriceQuery } from '../../../api/queries/public.ts'
import { tokenPrices, tokenWorth } from '../../../api/token-worth.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import { formatWorthBeside } from '../../../i18n/rate-text.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'

const WorthNow = ({ of: { token, amount } }: { readonly of: TokenAmount }) => {
  const { data } = useQuery(drgvPriceQuery())
  const worth = tokenWorth(token, amount, tokenPrices(data))
  return <span>{worth === null ? '—' : formatWorthBeside(worth)}</span>
}

/** Worth in dollars of what arrives, the unit of the daily limit; none for USDT. */
export const worthRows = (t: Translate, of: TokenAmount): readonly ReceiptRow[] =>
  of.token === 'USDT' ? [] : [{ label: t('tx.row.worth'), value: <WorthNow of={of} /> }]
