import { formatAmount } from '@dr/protocol/amounts'
import type { DecidedChange, Stop } from '@dr/protocol/calls/settings'
import type { ParameterName } from '@dr/protocol/parameters'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { shortenAddress } from '../../ui/text/format.ts'
import { moment } from '../../ui/text/moment.ts'

const nameOf = (t: Translate, subject: string): string => {
  const [kind, packageId = '', token = ''] = subject.split(':')
  return kind === 'budget'
    ? t('platform.budgetOf', { packageId, token })
    : t(`platform.limit.${subject as ParameterName}`)
}

/**
 * Settings kept by the server instead of a contract: changes that two operators approved, and stops with
 * their reasons.
 */
export const Decided = ({
  changes,
  stops,
}: {
  readonly changes: readonly DecidedChange[]
  readonly stops: readonly Stop[]
}) => {
  const t = useT()
  return (
    <>
      {stops.length === 0 ? null : (
        <section>
          <h3 className="text-12 text-t2">{t('platform.stops')}</h3>
          <ul>
            {stops.map(({ what, reason, since }) => (
              <ListRow
                key={what}
                icon="alert"
                iconTone="out"
                title={t(`platform.stop.${what}`)}
                detail={t('platform.stopsSince', { time: moment(since), reason })}
              />
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className="text-12 text-t2">{t('platform.decided')}</h3>
        {changes.length === 0 ? <p className="text-14 text-t2">{t('platform.decidedNone')}</p> : null}
        <ul>
          {changes.map(({ subject, before, value, reason, proposedBy, approvedBy, at }) => (
            <ListRow
              key={`${subject}${at}${value}`}
              icon="shield"
              title={nameOf(t, subject)}
              detail={
                <>
                  {`${formatAmount(BigInt(before))} → ${formatAmount(BigInt(value))} · ${moment(at)}`}
                  <span className="block">{reason}</span>
                  <span className="block">
                    {t('platform.decidedBy', {
                      proposed: shortenAddress(proposedBy, 4),
                      approved: shortenAddress(approvedBy, 4),
                    })}
                  </span>
                </>
              }
            />
          ))}
        </ul>
      </section>
    </>
  )
}
