import { useSession } from '../api/session/session.ts'
import { openTransaction, transactionRequests } from '../features/transaction/intents.ts'
import { useDeposits } from '../features/transaction/work/deposits.ts'
import { usePending } from '../features/transaction/work/pending.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/form/button.tsx'
import { Banner } from '../ui/layout/banner.tsx'

/**
 * Pending transactions and deposits of the user, also from a closed page. It floats, so that it moves
 * nothing.
 */
export const PendingBanner = () => {
  const t = useT()
  const session = useSession()
  const address = session.status === 'signed-in' ? session.address : undefined
  const pending = usePending(address)
  const deposits = useDeposits(address)
  const isShown = transactionRequests.useRequest() !== null
  const first = pending[0]
  // Hidden while its own sheet or result is shown.
  if (isShown || (!first && deposits.length === 0)) return null
  return (
    <div
      data-floating
      className="column pointer-events-none fixed right-0 left-(--rail) bottom-[calc(16px+env(safe-area-inset-bottom))] z-20 px-4 group-has-data-bar:bottom-[calc(84px+env(safe-area-inset-bottom))]"
    >
      <Banner
        floating
        icon="clock"
        live
        action={
          first ? (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => void openTransaction({ kind: 'resume', orderId: first.orderId })}
            >
              {t('shell.pendingOpen')}
            </Button>
          ) : null
        }
      >
        {first
          ? t('shell.pending', { count: pending.length })
          : t('shell.pendingDeposits', { count: deposits.length })}
      </Banner>
    </div>
  )
}
