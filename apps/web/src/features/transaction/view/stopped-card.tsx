import { useQuery } from '@tanstack/react-query'
import { loadChainClient } from '../../../chain/reads/public-client.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Card, CardHeader } from '../../../ui/layout/card.tsx'
import { shortenAddress } from '../../../ui/text/format.ts'
import { sentences } from '../../../ui/text/sentences.ts'
import { readStoppedOutcome, type StoppedOutcome } from '../flow/trace/read-stopped.ts'
import type { StoppedWork } from '../work/stopped.ts'

const ASK_AGAIN_MS = 3_000
const isOpen = (outcome: StoppedOutcome | undefined): boolean =>
  outcome === undefined || outcome === 'waiting' || outcome === 'unknown'

const outcomeText = (t: Translate, work: StoppedWork, outcome: StoppedOutcome): string => {
  const amounts = work.amounts === '' ? t(`tx.title.${work.kind}`) : work.amounts
  switch (outcome) {
    case 'nothing':
      return t(work.done.length > 0 ? 'tx.kept.nothingMore' : 'tx.kept.nothing')
    case 'approved':
      return t('tx.kept.approval')
    case 'approval-sent':
      return t('tx.stopped.approvalSent')
    case 'failed':
      return t('tx.kept.fee')
    case 'replaced':
      return t('tx.kept.replaced')
    case 'paid':
    case 'waiting':
    case 'unknown':
      return t(`tx.stopped.${outcome}`, { amounts })
  }
}

/** A purchase that a change of the wallet's account stopped, with what was paid according to the chain. */
export const StoppedCard = ({
  work,
  onClose,
}: {
  readonly work: StoppedWork
  readonly onClose: () => void
}) => {
  const t = useT()
  const { data, isError } = useQuery({
    queryKey: ['stopped', work.account, work.orderId],
    queryFn: async () => readStoppedOutcome(await loadChainClient(), work),
    refetchInterval: ({ state }) => (isOpen(state.data) ? ASK_AGAIN_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = shortenAddress(work.account, 4)
  const done = work.done.length > 0 ? t('tx.kept.done', { steps: work.done.join(t('tx.listComma')) }) : null
  const outcome = data ? outcomeText(t, work, data) : t(isError ? 'tx.wait.node' : 'tx.doubt.checking')
  return (
    <Card role="status" className="flex flex-col gap-2 border-gold-line">
      <CardHeader title={t('tx.stopped.title', { what: t(`tx.title.${work.kind}`) })} />
      <p className="text-14 text-t2">{t('tx.stopped.why', { address })}</p>
      <p className="num text-14 font-semibold">{sentences(done, outcome)}</p>
      <p className="text-14 text-t2">{t('tx.stopped.back', { address })}</p>
      <Button size="sm" className="self-start" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Card>
  )
}
