import { TOKENS } from '@dr/protocol/tokens'
import type { WalletBalances } from '../../chain/reads/read-balances.ts'
import { formatWorth } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { openConnect, openWallet } from '../transaction/intents.ts'
import { RowAmount } from './row-amount.tsx'

export const WALLET_TOKENS = [...TOKENS, 'BNB'] as const

type WalletRowProps = {
  /** undefined: not read yet. */
  readonly balances: WalletBalances | undefined
  readonly failed: boolean
  /** USD, 18 decimals. */
  readonly worth: bigint
  /** The wallet is locked or its extension is missing: it signs nothing until connected again. */
  readonly away: boolean
}

/**
 * Row of the wallet's balances; opens the wallet sheet with each token. Without a wallet it offers to
 * connect one.
 */
export const WalletRow = ({ balances, failed, worth, away }: WalletRowProps) => {
  const t = useT()
  const held = balances && WALLET_TOKENS.filter((token) => balances[token] > 0n).length
  return (
    <ListRow
      icon="wallet"
      title={t('assets.wallet')}
      detail={
        away
          ? t('assets.wallet.away')
          : held === undefined
            ? '…'
            : held === 0
              ? t('assets.wallet.empty')
              : t('assets.wallet.tokens', { count: held })
      }
      value={balances ? formatWorth(worth) : failed ? t('wallet.sheet.unavailable') : '…'}
      chevron
      onClick={away ? () => void openConnect() : openWallet}
    />
  )
}

type PodRowProps = {
  /** Base units; undefined: not read yet. */
  readonly amount: bigint | undefined
  readonly onOpen: () => void
}

/** Row of POD power, which has no market price. */
export const PodRow = ({ amount, onOpen }: PodRowProps) => {
  const t = useT()
  return (
    <ListRow
      icon="power"
      title={t('assets.pod')}
      detail={t('assets.pod.hint')}
      value={amount === undefined ? '…' : <RowAmount value={amount} token="POD" />}
      chevron
      onClick={onOpen}
    />
  )
}
