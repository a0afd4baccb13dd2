import { DAY_SECONDS } from '@dr/protocol/constants'
import type { Report } from '../../../exit/report.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { openTransaction } from '../transaction/intents.ts'
import { lockText } from './lock-text.ts'

/** Notice of the registry before an unlocked account's claims are open again. */
const NOTICE_SECONDS = 3 * DAY_SECONDS

type LockCardProps = {
  readonly lock: Report['lock']
  /** Time of the chain, Unix seconds. */
  readonly now: number
}

/** Shuts the account's own claims, so that a stolen wallet key cannot empty it at once. */
export const LockCard = ({ lock, now }: LockCardProps) => {
  const t = useT()
  const isShut = lock !== null && lock.until === null
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <CardHeader title={t('exit.lock.title')} />
        <p className="mt-1 text-14 text-t1">{lockText(t, lock)}</p>
        <p className="mt-1 text-14 text-t2">{t('exit.lock.text')}</p>
      </div>
      <Button
        onClick={() =>
          void openTransaction(
            isShut ? { kind: 'unlockClaims', reopensAt: now + NOTICE_SECONDS } : { kind: 'lockClaims' },
          )
        }
      >
        {t(isShut ? 'exit.lock.unlock' : 'exit.lock.lock')}
      </Button>
    </Card>
  )
}
