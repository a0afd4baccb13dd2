import type { SessionInfo } from '@dr/protocol/calls/sessions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { callApi } from '../../api/client.ts'
import { sessionsQuery } from '../../api/queries/security.ts'
import { accountProblem } from '../../chain/wallet/account-problem.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { toast } from '../../ui/status/toast.ts'
import { formatDate } from '../../ui/text/format.ts'

type Which = { readonly sessionId: string } | { readonly others: true }

/** The user's sessions, each with a button that ends it. */
export const SessionsList = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const client = useQueryClient()
  const query = useQuery(sessionsQuery(address))
  const revoke = useMutation({
    mutationFn: (which: Which) => callApi('revokeSessions', { request: which }),
    onSuccess: ({ revoked }) => toast.success(t('security.sessions.ended', { count: revoked })),
    meta: { errorText: (error) => accountProblem(t, error) },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery(address).queryKey }),
  })
  return (
    <Async query={query} skeleton={<SkeletonRows count={2} label={t('message.loading')} />}>
      {({ items }) => (
        <div className="flex flex-col gap-3">
          <p className="text-14 text-t2">{t('security.sessions.lead')}</p>
          <ul>
            {items.map((session) => (
              <SessionRow
                key={session.sessionId}
                session={session}
                busy={revoke.isPending}
                onEnd={() => revoke.mutate({ sessionId: session.sessionId })}
              />
            ))}
          </ul>
          {items.length > 1 ? (
            <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate({ others: true })}>
              {t('security.sessions.endOthers')}
            </Button>
          ) : (
            <p className="text-12 text-t2">{t('security.sessions.only')}</p>
          )}
        </div>
      )}
    </Async>
  )
}

type SessionRowProps = {
  readonly session: SessionInfo
  readonly busy: boolean
  readonly onEnd: () => void
}

const SessionRow = ({ session, busy, onEnd }: SessionRowProps) => {
  const t = useT()
  const { device, createdAt, current } = session
  const name = device ?? t('security.sessions.unknown')
  return (
    <ListRow
      icon="shield"
      title={name}
      detail={t('security.sessions.since', { date: formatDate(createdAt, 'YMDHMS') })}
      value={
        current ? (
          <Chip tone="in">{t('security.sessions.current')}</Chip>
        ) : (
          <Button
            size="sm"
            disabled={busy}
            aria-label={t('security.sessions.endOf', { device: name })}
            onClick={onEnd}
          >
            {t('security.sessions.end')}
          </Button>
        )
      }
    />
  )
}
