import type { SecurityState } from '../../api/queries/security.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { maskEmail } from '../../ui/text/format.ts'
import { shownDate } from '../../ui/text/moment.ts'
import type { SecurityPart } from './security-part.ts'

type OverviewProps = {
  readonly state: SecurityState
  /** This server can send e-mail. */
  readonly emailOn: boolean
  readonly onPart: (part: SecurityPart) => void
}

/** Security settings, each with a link to change it. */
export const SecurityOverview = ({ state, emailOn, onPart }: OverviewProps) => {
  const t = useT()
  const { email, paymentPassword, paymentPasswordSince, triesLeft, triesResetAt, resetAllowedAt } = state
  const since =
    paymentPasswordSince === null
      ? t('security.password.none')
      : t('security.password.since', { date: shownDate(paymentPasswordSince, 'YMD') })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-t2">{t('security.lead')}</p>
      {emailOn ? null : <Banner icon="info">{t('security.email.off')}</Banner>}
      {paymentPassword && triesLeft === 0 && triesResetAt !== null ? (
        <Banner tone="out" icon="lock">
          {t('security.password.lockedUntil', { time: shownDate(triesResetAt, 'YMDHMS') })}
        </Banner>
      ) : null}
      <ul>
        <ListRow
          icon="mail"
          title={t('security.email')}
          detail={email === null ? t('security.email.none') : maskEmail(email)}
          value={
            <Chip tone="off">{t(email === null ? 'security.email.bind' : 'security.email.replace')}</Chip>
          }
          chevron
          onClick={emailOn ? () => onPart('email') : undefined}
        />
        <PasswordRow
          detail={email === null ? t('security.password.needsEmail') : since}
          action={
            // Its two steps are named below the title.
            email === null ? null : t(paymentPassword ? 'security.password.change' : 'security.password.set')
          }
          onClick={emailOn ? () => onPart(paymentPassword && email !== null ? 'change' : 'set') : undefined}
        />
        {paymentPassword && email !== null ? (
          <ListRow
            icon="unlock"
            title={t('security.password.forgot')}
            detail={
              resetAllowedAt === null
                ? t('security.reset.note')
                : t('security.reset.waits', { until: shownDate(resetAllowedAt, 'YMDHMS') })
            }
            chevron={resetAllowedAt === null}
            onClick={resetAllowedAt === null && emailOn ? () => onPart('reset') : undefined}
          />
        ) : null}
        <ListRow icon="shield" title={t('security.sessions')} chevron onClick={() => onPart('sessions')} />
      </ul>
    </div>
  )
}

type PasswordRowProps = {
  readonly detail: string
  readonly action: string | null
  /** Undefined: not possible here; the row says why, and offers nothing. */
  readonly onClick: (() => void) | undefined
}

const PasswordRow = ({ detail, action, onClick }: PasswordRowProps) => {
  const t = useT()
  const chip = action === null ? {} : { value: <Chip tone="off">{action}</Chip> }
  const offer = onClick === undefined ? {} : { ...chip, chevron: true }
  return <ListRow icon="lock" title={t('security.password')} detail={detail} onClick={onClick} {...offer} />
}
