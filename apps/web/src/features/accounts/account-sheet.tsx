import { splitBurnFree } from '@dr/protocol/rules/unreturned'
import type { VaultIndex } from '@dr/protocol/token-table'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries/public.ts'
import { formatWorthBeside } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { formatBps } from '../../ui/text/format.ts'
import {
  type Balance,
  canWithdraw,
  type DrPrice,
  ownedOf,
  type Part,
  partName,
  partOf,
  worthOf,
} from './balances.ts'

const PARTS = ['available', 'held', 'locked', 'pending'] as const satisfies readonly Part[]

type AccountSheetProps = {
  readonly vault: VaultIndex
  readonly balances: readonly Balance[]
  readonly drPrice: DrPrice
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onWithdraw: () => void
  /** Opens the transfer to another user. */
  readonly onTransfer: () => void
}

/** Details of an account: what it receives and pays out, and the parts of each token. */
export const AccountSheet = (props: AccountSheetProps) => {
  const { vault, balances, drPrice, open, onOpenChange, onWithdraw, onTransfer } = props
  const t = useT()
  const { data: config } = useQuery(configQuery())
  const percent = config === undefined ? '…' : formatBps(config.parameters.withdrawalBurnBps)
  const minimum = config?.parameters.withdrawalMinimum
  // A withdrawal that would be refused is not the main action.
  const pays = minimum !== undefined && balances.some((balance) => canWithdraw(balance, minimum))
  return (
    <Sheet
      name="account"
      open={open}
      onOpenChange={onOpenChange}
      title={t(`assets.account.${vault}`)}
      footer={
        <div className="flex gap-3">
          <Button variant={pays ? 'primary' : 'quiet'} className="flex-auto" onClick={onWithdraw}>
            {t('assets.withdraw')}
          </Button>
          <Button className="flex-auto" onClick={onTransfer}>
            {t('transfer.action')}
          </Button>
        </div>
      }
    >
      <dl className="mb-4 flex flex-col gap-2 text-14">
        {(['receives', 'pays'] as const).map((name) => (
          <div key={name}>
            <dt className="text-12 text-t2">{t(`assets.account.${name}`)}</dt>
            <dd>{t(`assets.account.${vault}.${name}`, { percent })}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-col gap-4">
        {balances.map((balance) => (
          <TokenParts key={balance.token} balance={balance} drPrice={drPrice} />
        ))}
      </div>
    </Sheet>
  )
}

const TokenParts = ({ balance, drPrice }: { readonly balance: Balance; readonly drPrice: DrPrice }) => {
  const t = useT()
  const { token } = balance
  const total = ownedOf(balance)
  const worth = worthOf(token, total, drPrice)
  const rows: ReceiptRow[] = PARTS.filter(
    (part) => part === 'available' || part === 'held' || partOf(balance, part) > 0n,
  ).map((part) => {
    const name = partName(balance.account, part)
    return {
      label: t(`assets.part.${name}`),
      value: <Amount value={partOf(balance, part)} token={token} size="sm" />,
    }
  })
  const { burnFree } = splitBurnFree({
    amount: partOf(balance, 'available'),
    unreturned: BigInt(balance.unreturned),
  })
  if (burnFree > 0n)
    rows.splice(1, 0, {
      label: t('assets.part.burnFree'),
      value: <Amount value={burnFree} token={token} size="sm" tone="in" />,
    })
  return (
    <section>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <Amount value={total} token={token} size="lg" />
        {worth === undefined || token === 'USDT' ? null : (
          <span className="num text-12 text-t2">{formatWorthBeside(worth)}</span>
        )}
      </div>
      <Receipt rows={rows} />
    </section>
  )
}
