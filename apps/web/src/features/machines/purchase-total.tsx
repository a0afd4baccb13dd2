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
}

/** What for, what leaves, and what there is to pay it with, beside the button on the smallest screen too. */
export const PurchaseTotal = ({ what, preview }: PurchaseTotalProps) => {
  const t = useT()
  const { address } = useWallet()
  return (
    <div className="num text-center">
      <p className="text-14 font-semibold">
        {what} ·{' '}
        {t('backpack.buy.total', {
          usdt: text(preview.usdt),
          drgv: preview.priced ? text(preview.drgv) : '—',
        })}
      </p>
      {address ? <WalletHas address={address} preview={preview} /> : null}
    </div>
  )
}

const WalletHas = ({
  address,
  preview,
}: {
  readonly address: Address
  readonly preview: PurchasePreview
}) => {
  const t = useT()
  const { data, isError } = useQuery(walletBalancesQuery(address))
  if (!data) return <p className="text-12 text-t2">{isError ? t('wallet.sheet.unavailable') : '…'}</p>
  const short = data.USDT < preview.usdt || (preview.priced && data.DRGV < preview.drgv)
  const amounts = { usdt: text(data.USDT), drgv: text(data.DRGV) }
  return short ? (
    <p className="text-12 text-gold">{t('backpack.buy.walletShort', amounts)}</p>
  ) : (
    <p className="text-12 text-t2">{t('backpack.buy.wallet', amounts)}</p>
  )
}
