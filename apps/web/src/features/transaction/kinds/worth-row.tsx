import { useQuery } from '@tanstack/react-query'
import { drgvPriceQuery } from '../../../api/queries/public.ts'
import { type TokenPrices, tokenPrices, tokenWorth } from '../../../api/token-worth.ts'
import type { TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'
import { formatWorthBeside } from '../../../i18n/rate-text.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'

const WorthNow = ({ of: { token, amount } }: { readonly of: TokenAmount }) => {
  const { data } = useQuery(drgvPriceQuery())
  const worth = tokenWorth(token, amount, tokenPrices(data))
  return <span>{worth === null ? '—' : formatWorthBeside(worth)}</span>
}

type NetAmounts = {
  /** Base units of USDT. */
  readonly received: bigint
  /** Base units of the DR that the wallet burns for it, at most. */
  readonly burned: bigint
}

/** Dollars of a USDT withdrawal that are left after the DR which it burns; null without a price. */
export const netWorth = ({ received, burned }: NetAmounts, prices: TokenPrices): bigint | null => {
  const cost = tokenWorth('DR', burned, prices)
  return cost === null ? null : received - cost
}

export const NetNow = (amounts: NetAmounts) => {
  const { data } = useQuery(drgvPriceQuery())
  const net = netWorth(amounts, tokenPrices(data))
  return <span>{net === null ? '—' : formatWorthBeside(net)}</span>
}

/** Net of a USDT withdrawal in dollars; none where nothing burns. */
export const netRows = (t: Translate, amounts: NetAmounts): readonly ReceiptRow[] =>
  amounts.burned === 0n ? [] : [{ label: t('tx.row.net'), value: <NetNow {...amounts} /> }]

/** Worth in dollars of what arrives, the unit of the daily limit; none for USDT. */
export const worthRows = (t: Translate, of: TokenAmount): readonly ReceiptRow[] =>
  of.token === 'USDT' ? [] : [{ label: t('tx.row.worth'), value: <WorthNow of={of} /> }]
