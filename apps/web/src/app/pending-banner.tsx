import { useSession } from '../api/session.ts'
import { openTransaction } from '../chain/intents.ts'
import { usePending } from '../chain/pending.ts'
import { useT } from '../i18n/use-t.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

/** Transactions of mine that are under way, kept over a closed page. */
export function PendingBanner() {
  const t = useT()
  const session = useSession()
  const pending = usePending(session.status === 'signed-in' ? session.address : undefined)
  const first = pending[0]
  if (!first) return null
  return (
    <div className="px-4 pt-2">
      <Banner
        icon="clock"
        live
        action={
          <Button
            size="sm"
            variant="ghost"
            onClick={() => void openTransaction({ kind: 'resume', orderId: first.orderId })}
          >
            {t('shell.pendingOpen')}
          </Button>
        }
      >
        {t('shell.pending', { count: pending.length })}
      </Banner>
    </div>
  )
}
