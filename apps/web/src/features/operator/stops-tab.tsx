import type { ResponseOf } from '@dr/protocol/call'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import type { CallOf } from '../../api/endpoints.ts'
import { operatorQuery } from '../../api/queries/operator.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Parts } from '../../ui/layout/parts.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { shortenAddress } from '../../ui/text/format.ts'
import { moment } from '../../ui/text/moment.ts'
import { OperatorList } from './operator-list.tsx'
import { ProposalList } from './proposal-list.tsx'
import { useOperation } from './use-operation.ts'

type Switch = ResponseOf<CallOf<'operatorStops'>>['items'][number]

/** Operations that can be stopped and restarted, each with a public reason. */
export const StopsTab = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useQuery(operatorQuery(address, 'operatorStops'))
  const [shown, setShown] = useState<Switch | null>(null)
  return (
    <>
      <Columns side={<ProposalList address={address} />}>
        <OperatorList title={t('operator.view.stops')} lead={t('operator.stops.lead')} query={query}>
          {({ items }) =>
            items.map((item) => (
              <ListRow
                key={item.what}
                icon={item.stopped ? 'alert' : 'check'}
                iconTone={item.stopped ? 'out' : 'in'}
                title={t(`platform.stop.${item.what}`)}
                detail={
                  item.stopped && item.since !== null && item.by !== null ? (
                    <Parts>
                      {item.reason}
                      {moment(item.since)}
                      {shortenAddress(item.by, 4)}
                    </Parts>
                  ) : undefined
                }
                value={
                  <Chip tone={item.stopped ? 'out' : 'in'}>
                    {t(item.stopped ? 'operator.stops.stopped' : 'operator.stops.running')}
                  </Chip>
                }
                chevron
                onClick={() => setShown(item)}
              />
            ))
          }
        </OperatorList>
      </Columns>
      {shown ? <StopSheet address={address} item={shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}

type StopSheetProps = { readonly address: Address; readonly item: Switch; readonly onClose: () => void }

const StopSheet = ({ address, item, onClose }: StopSheetProps) => {
  const t = useT()
  const { run, busy } = useOperation(address, onClose)
  const [reason, setReason] = useState('')
  const { what, stopped } = item
  return (
    <Sheet
      name="stops-tab"
      open
      onOpenChange={onClose}
      title={t(`platform.stop.${what}`)}
      description={t('operator.stops.explain')}
      footer={
        <Button
          variant={stopped ? 'primary' : 'danger'}
          disabled={reason.trim() === ''}
          busy={busy}
          onClick={() =>
            run(
              stopped
                ? { name: 'operatorPropose', request: { kind: 'resume', what, reason: reason.trim() } }
                : { name: 'operatorStop', request: { what, stopped: true, reason: reason.trim() } },
            )
          }
        >
          {t(stopped ? 'operator.stops.start' : 'operator.stops.stop')}
        </Button>
      }
    >
      <TextArea label={t('operator.reason')} value={reason} onChange={setReason} />
    </Sheet>
  )
}
