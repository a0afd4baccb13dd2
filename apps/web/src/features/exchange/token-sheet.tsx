import { formatAmount } from '@dr/protocol/amounts'
import { SWAP_TOKENS, type Token } from '@dr/protocol/tokens'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import { TokenMark } from '../../ui/amounts/token-mark.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'

/** Tokens with a description of their own. */
const DESCRIBED = ['USDT', 'USDR', 'DR', 'DRGV'] as const
const described = (token: Token) => DESCRIBED.find((one) => one === token) ?? 'other'

type TokenSheetProps = {
  readonly title: string
  readonly chosen: Token
  readonly onToken: (token: Token) => void
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Tokens that can be swapped, with descriptions and wallet balances. */
export const TokenSheet = ({ title, chosen, onToken, open, onOpenChange }: TokenSheetProps) => {
  const t = useT()
  const { address } = useWallet()
  const choose = (token: Token): void => {
    onToken(token)
    onOpenChange(false)
  }
  return (
    <Sheet name="token" open={open} onOpenChange={onOpenChange} title={title}>
      <fieldset>
        <legend className="sr-only">{title}</legend>
        {SWAP_TOKENS.map((token) => (
          <label
            key={token}
            className={cx(
              'mb-2 flex min-h-16 cursor-pointer items-center gap-3 rounded-16 border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-gold',
              token === chosen ? 'border-gold-line bg-gold-soft' : 'border-line bg-s2',
            )}
          >
            <input
              type="radio"
              name="token"
              value={token}
              checked={token === chosen}
              onChange={() => choose(token)}
              onClick={() => token === chosen && onOpenChange(false)}
              className="sr-only"
            />
            <TokenMark token={token} size={36} />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{token}</span>
              <span className="block text-12 text-t2">{t(`exchange.token.${described(token)}`)}</span>
            </span>
            {address ? <Balance address={address} token={token} /> : null}
            {token === chosen ? (
              <span className="text-gold">
                <Icon name="check" size={18} />
              </span>
            ) : null}
          </label>
        ))}
      </fieldset>
    </Sheet>
  )
}

const Balance = ({ address, token }: { readonly address: Address; readonly token: Token }) => {
  const t = useT()
  const { data, isError } = useQuery(walletBalancesQuery(address))
  return (
    <span className="num text-right text-14">
      {data ? formatAmount(data[token], { maxDecimals: 4 }) : isError ? t('wallet.sheet.unavailable') : '…'}
    </span>
  )
}
