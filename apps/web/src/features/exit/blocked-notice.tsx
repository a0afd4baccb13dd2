import type { Profile } from '@dr/protocol/calls/users'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { moment } from '../../ui/text/moment.ts'

type BlockedNoticeProps = {
  readonly blocked: NonNullable<Profile['blocked']>
  /** Opens the page with the account's proof and its own calls. */
  readonly onCheck: () => void
}

/** Says that two operators blocked the account: since when, why, what it means, and the way that stays open. */
export const BlockedNotice = ({ blocked, onCheck }: BlockedNoticeProps) => {
  const t = useT()
  const { since, reason } = blocked
  return (
    <Card className="flex flex-col gap-3 border-out" data-arming="">
      <div role="alert">
        <h2 className="text-16 font-semibold text-out">{t('exit.blocked.title')}</h2>
        <p className="mt-1 text-14 break-words text-t1">
          {t('exit.blocked.since', { since: moment(since), reason })}
        </p>
        <p className="mt-1 text-14 text-t2">{t('exit.blocked.means')}</p>
        <p className="mt-1 text-14 text-t1">{t('exit.blocked.leave')}</p>
      </div>
      <Button onClick={onCheck}>{t('exit.left.check')}</Button>
    </Card>
  )
}
