import type { AuditEntry } from '@dr/protocol/calls/operator'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { operatorPages } from '../../api/queries/operator.ts'
import type { MessageKey } from '../../i18n/keys.ts'
import { useT } from '../../i18n/use-t.ts'
import { Parts } from '../../ui/layout/parts.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { formatDate, shortenAddress } from '../../ui/text/format.ts'
import { OperatorPages } from './operator-list.tsx'

/** Log of operator changes: who, when, old and new value, and request; kept permanently. */
export const AuditTab = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useInfiniteQuery(operatorPages(address, 'operatorAudit'))
  const [shown, setShown] = useState<AuditEntry | null>(null)
  return (
    <>
      <OperatorPages
        title={t('operator.view.log')}
        lead={t('operator.log.lead')}
        query={query}
        keyOf={({ id }) => id}
        row={(entry) => (
          <ListRow
            icon="list"
            title={t(`operator.action.${entry.action}` as MessageKey)}
            detail={
              <Parts>
                {entry.subject}
                {shortenAddress(entry.operator, 4)}
                {formatDate(entry.at, 'YMDHMS')}
              </Parts>
            }
            chevron
            onClick={() => setShown(entry)}
          />
        )}
      />
      {shown ? <EntrySheet entry={shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}

const EntrySheet = ({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) => {
  const t = useT()
  const { action, subject, operator, at, requestId, before, after } = entry
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = names.filter((name) => before?.[name] !== after?.[name])
  return (
    <Sheet
      name="audit-tab"
      open
      onOpenChange={onClose}
      title={t(`operator.action.${action}` as MessageKey)}
      description={subject}
    >
      <ul className="num text-12 break-all">
        <ListRow title={t('operator.log.who')} detail={operator} />
        <ListRow title={t('operator.log.when')} detail={formatDate(at, 'YMDHMS')} />
        <ListRow title={t('operator.log.request')} detail={requestId} />
        {changed.map((name) => (
          <ListRow key={name} title={name} detail={`${before?.[name] ?? '–'} → ${after?.[name] ?? '–'}`} />
        ))}
      </ul>
    </Sheet>
  )
}
