import type { OperatorNotice } from '@dr/protocol/calls/operator-notices'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { operatorPages } from '../../api/queries/operator.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Parts } from '../../ui/layout/parts.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { NoticeForm } from './notice-form.tsx'
import { OperatorPages } from './operator-list.tsx'

/** Notices, with writing, editing and withdrawing. */
export const NoticesTab = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useInfiniteQuery(operatorPages(address, 'operatorNotices'))
  const [shown, setShown] = useState<{ readonly notice: OperatorNotice | null } | null>(null)
  return (
    <>
      <OperatorPages
        title={t('operator.view.notices')}
        action={
          <Button size="sm" variant="accent" onClick={() => setShown({ notice: null })}>
            {t('operator.notice.write')}
          </Button>
        }
        query={query}
        keyOf={({ id }) => id}
        row={(notice) => (
          <ListRow
            icon="bell"
            title={
              <span className="flex flex-wrap items-center gap-x-2">
                {notice.texts['zh-CN']?.title}
                {notice.withdrawnAt === null ? null : (
                  <Chip tone="off">{t('operator.notice.withdrawn')}</Chip>
                )}
              </span>
            }
            detail={
              <Parts>
                {formatDate(notice.publishedAt, 'YMDHMS')}
                {Object.keys(notice.texts).join(' ')}
                {t('operator.notice.readers', { count: notice.readers })}
              </Parts>
            }
            chevron={notice.withdrawnAt === null}
            onClick={notice.withdrawnAt === null ? () => setShown({ notice }) : undefined}
          />
        )}
      />
      {shown ? (
        <NoticeForm
          key={shown.notice?.id ?? 'new'}
          address={address}
          notice={shown.notice}
          onClose={() => setShown(null)}
        />
      ) : null}
    </>
  )
}
