import type { VaultIndex } from '@dr/protocol/token-table'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { securityQuery } from '../../api/queries/security.ts'
import type { UserBalance } from '../../api/queries/user-money.ts'
import { useT } from '../../i18n/use-t.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { type TransferDraft, TransferForm } from './transfer-form.tsx'

type TransferSheetProps = {
  readonly address: Address
  readonly vault: VaultIndex
  /** Balances of that account. */
  readonly balances: readonly UserBalance[]
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Set-up of missing settings, shown until there is a payment password. */
  readonly setUp: ReactNode
}

/** Transfer to another account of the same vault: what is missing first, then the form. */
export const TransferSheet = (props: TransferSheetProps) => {
  const { address, vault, balances, open, onOpenChange, setUp } = props
  const t = useT()
  const busy = useIsMutating() > 0
  const security = useQuery({ ...securityQuery(address), enabled: open })
  const missing = security.data?.paymentPassword === false
  const [wasMissing, setWasMissing] = useState(false)
  if (missing && !wasMissing) setWasMissing(true)
  const empty: TransferDraft = { token: balances[0]?.token ?? 'DR', to: '', text: '' }
  const [draft, setDraft] = useState(empty)
  const clear = (): void => {
    setDraft(empty)
    setWasMissing(false)
  }
  const change = (next: boolean): void => {
    onOpenChange(next)
    if (!next) clear()
  }
  return (
    <Sheet name="transfer" open={open} onOpenChange={change} title={t('transfer.title')} dismissible={!busy}>
      <Async query={security} skeleton={<SkeletonRows count={3} label={t('message.loading')} />}>
        {({ paymentPassword }) =>
          paymentPassword ? (
            <>
              {wasMissing ? (
                <p role="status" className="mb-3 text-14 text-in">
                  {t('security.password.done')}
                </p>
              ) : null}
              <TransferForm
                address={address}
                vault={vault}
                balances={balances}
                draft={draft}
                onDraft={setDraft}
                onStart={() => onOpenChange(false)}
                onBack={() => onOpenChange(true)}
                onEnd={clear}
              />
            </>
          ) : (
            setUp
          )
        }
      </Async>
    </Sheet>
  )
}
