import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import type { PurchasePreview } from './purchase-preview.ts'

const text = (value: bigint): string => formatAmount(value, { maxDecimals: 4 })

type PurchaseTotalProps = {
  /** How many of which machine. */
  readonly what: string
  readonly preview: PurchasePreview
  /** DRGV of the first electricity, which the next step takes too; 0: it is not paid with them. */
  readonly electricity: bigint
}

/** What for, what leaves, and what there is to pay it with, beside the button on the smallest screen too. */
export const PurchaseTotal = ({ what, preview, electricity }: PurchaseTotalProps) => {
  const t = useT()
  const needs = { usdt: preview.usdt, drgv: preview.drgv + electricity }
  const { address } = useWallet()
  return (
    <div className="num text-center">
      <p className="text-14 font-semibold">
        {`${what} · ${t(
          electricity > 0n && preview.priced ? 'backpack.buy.totalPowered' : 'backpack.buy.total',
          { usdt: text(needs.usdt), drgv: preview.priced ? text(needs.drgv) : '—' },
        )}`}
      </p>
      {address ? <WalletHas address={address} needs={needs} /> : null}
    </div>
  )
}

const WalletHas = ({
  address,
  needs,
}: {
  readonly address: Address
  readonly needs: { readonly usdt: bigint; readonly drgv: bigint }
}) => {
  const t = useT()
  const { data, isError } = useQuery(walletBalancesQuery(address))
  if (!data) return <p className="text-12 text-t2">{isError ? t('wallet.sheet.unavailable') : '…'}</p>
  const short = data.USDT < needs.usdt || data.DRGV < needs.drgv
  const amounts = { usdt: text(data.USDT), drgv: text(data.DRGV) }
  return short ? (
    <p className="text-12 text-gold">{t('backpack.buy.walletShort', amounts)}</p>
  ) : (
    <p className="text-12 text-t2">{t('backpack.buy.wallet', amounts)}</p>
  )
}
