import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { moment } from '../../ui/text/moment.ts'
import type { PodPowerInfo } from './power-hero.tsx'

/** The user's pledges and unpledges by week, newest first, with their effective Monday. */
export const PledgeRecords = ({ info }: { readonly info: PodPowerInfo }) => {
  const t = useT()
  const rows = info.changes.flatMap(({ week, effectiveAt, joining, leaving }) =>
    (
      [
        ['joining', BigInt(joining)],
        ['leaving', BigInt(leaving)],
      ] as const
    )
      .filter(([, units]) => units > 0n)
      .map(([kind, units]) => ({
        key: `${week}:${kind}`,
        kind,
        units,
        effectiveAt,
        open: week === info.week.week,
      })),
  )
  if (rows.length === 0)
    return <EmptyState icon="power" title={t('message.no_data')} detail={t('power.records.noPledge')} />
  return (
    <Card className="py-1">
      <ul>
        {rows.map(({ key, kind, units, effectiveAt, open }) => (
          <ListRow
            key={key}
            icon={kind === 'joining' ? 'down' : 'up'}
            iconTone={kind === 'joining' ? 'in' : 'out'}
            title={t(kind === 'joining' ? 'power.records.pledged' : 'power.records.unpledged')}
            detail={t(open ? 'power.records.willCount' : 'power.records.counts', {
              time: moment(effectiveAt),
            })}
            value={
              <Amount
                value={kind === 'joining' ? units : -units}
                token="POD"
                size="sm"
                signed
                tone={kind === 'joining' ? 'in' : 'out'}
              />
            }
          />
        ))}
      </ul>
    </Card>
  )
}
