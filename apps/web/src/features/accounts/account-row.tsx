import { formatAmount } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import { formatWorthBeside } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { ListRow } from '../../ui/lists/list-row.tsx'
import type { IconName } from '../../ui/pictures/icons.tsx'
import { type Balance, type DrPrice, freeOf, type Part, partName, partOf, worthOfAll } from './balances.ts'
import { RowAmount, rowDecimals } from './row-amount.tsx'

const LOOKS = {
  0: { icon: 'bag', iconTone: 'gold' },
  1: { icon: 'fire', iconTone: 'in' },
  2: { icon: 'dao', iconTone: 'plain' },
} as const satisfies Record<VaultIndex, { readonly icon: IconName; readonly iconTone: string }>
const NOTED = ['held', 'pending'] as const satisfies readonly Part[]

type AccountRowProps = {
  readonly vault: VaultIndex
  /** Balances of this account. */
  readonly balances: readonly Balance[]
  readonly drPrice: DrPrice
  readonly onOpen: () => void
}

/** Row of one account without its package principal: amount and worth of each token; opens its sheet. */
export const AccountRow = ({ vault, balances, drPrice, onOpen }: AccountRowProps) => {
  const t = useT()
  const shown = balances.filter((balance, index) => index === 0 || freeOf(balance) > 0n)
  const noted = NOTED.filter((part) => balances.some((balance) => partOf(balance, part) > 0n))
  const worth = worthOfAll(balances, freeOf, drPrice)
  return (
    <ListRow
      {...LOOKS[vault]}
      title={t(`assets.account.${vault}`)}
      detail={
        noted.length > 0
          ? noted.map((part) => (
              <Noted key={part} name={partName(vault, part)} part={part} balances={balances} />
            ))
          : t(`assets.account.${vault}.hint`)
      }
      value={shown.map((balance) => (
        <span key={balance.token} className="block">
          <RowAmount value={freeOf(balance)} token={balance.token} />
        </span>
      ))}
      valueDetail={!worth || shown.every(({ token }) => token === 'USDT') ? null : formatWorthBeside(worth)}
      chevron
      onClick={onOpen}
    />
  )
}

type NotedProps = {
  readonly name: (typeof NOTED)[number] | 'accruing'
  readonly part: (typeof NOTED)[number]
  readonly balances: readonly Balance[]
}

/** "Held 500 USDT", if any is held. */
const Noted = ({ name, part, balances }: NotedProps) => {
  const t = useT()
  const amounts = balances
    .map((balance) => ({ token: balance.token, amount: partOf(balance, part) }))
    .filter(({ amount }) => amount > 0n)
    .map(({ token, amount }) => `${formatAmount(amount, { maxDecimals: rowDecimals(amount) })} ${token}`)
  return <span className="block">{t(`assets.part.${name}.amount`, { amount: amounts.join(' · ') })}</span>
}
