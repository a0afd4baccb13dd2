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
import type { TransferRequest } from './request.ts'
import { TransferDone } from './transfer-done.tsx'
import { type TransferDraft, TransferForm } from './transfer-form.tsx'
import { TransferReceipt } from './transfer-receipt.tsx'
import { TransferUnknown } from './transfer-unknown.tsx'
import type { FinishedTransfer, PreparedTransfer } from './types.ts'

type TransferSheetProps = {
  readonly address: Address
  readonly vault: VaultIndex
  /** Balances of that account. */
  readonly balances: readonly UserBalance[]
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Set-up of missing settings, shown until there is a payment password. */
  readonly setUp: ReactNode
  /** To the ledger's lines. */
  readonly onRecords: () => void
}

type Stage =
  | { readonly name: 'form' }
  | { readonly name: 'receipt'; readonly order: PreparedTransfer; readonly request: TransferRequest }
  | { readonly name: 'unknown' }
  | { readonly name: 'done'; readonly result: FinishedTransfer }

/** Transfer to the same account of another user: input, receipt, then the wallet's signature. */
export const TransferSheet = (props: TransferSheetProps) => {
  const { address, vault, balances, open, onOpenChange, setUp, onRecords } = props
  const t = useT()
  const [stage, setStage] = useState<Stage>({ name: 'form' })
  const empty: TransferDraft = { token: balances[0]?.token ?? 'DR', to: '', text: '' }
  const [draft, setDraft] = useState(empty)
  const busy = useIsMutating() > 0
  const security = useQuery({ ...securityQuery(address), enabled: open })
  const missing = security.data?.paymentPassword === false
  const [wasMissing, setWasMissing] = useState(false)
  if (missing && !wasMissing) setWasMissing(true)
  const change = (next: boolean): void => {
    onOpenChange(next)
    if (next) return
    setStage({ name: 'form' })
    setDraft(empty)
    setWasMissing(false)
  }
  const toForm = (): void => setStage({ name: 'form' })
  return (
    <Sheet
      name="transfer"
      open={open}
      onOpenChange={change}
      title={t('transfer.title')}
      dismissible={!busy}
      onBack={stage.name === 'receipt' ? toForm : undefined}
    >
      <Async query={security} skeleton={<SkeletonRows count={3} label={t('message.loading')} />}>
        {({ paymentPassword }) => {
          if (!paymentPassword) return setUp
          if (stage.name === 'form')
            return (
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
                  onPrepared={(order, request) => setStage({ name: 'receipt', order, request })}
                />
              </>
            )
          if (stage.name === 'receipt')
            return (
              <TransferReceipt
                address={address}
                request={stage.request}
                order={stage.order}
                onBack={toForm}
                onDone={(result) => setStage({ name: 'done', result })}
                onUnknown={() => setStage({ name: 'unknown' })}
              />
            )
          if (stage.name === 'unknown')
            return (
              <TransferUnknown
                onRecords={() => {
                  change(false)
                  onRecords()
                }}
              />
            )
          return <TransferDone result={stage.result} onClose={() => change(false)} />
        }}
      </Async>
    </Sheet>
  )
}
