import type { Proposal } from '@dr/protocol/calls/operator'
import { PROPOSAL_HOURS } from '@dr/protocol/constants'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { operatorPages } from '../../api/queries/operator.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { shortenAddress } from '../../ui/text/format.ts'
import { moment } from '../../ui/text/moment.ts'
import { OperatorPages } from './operator-list.tsx'
import { changesOf } from './proposed-changes.ts'
import { subjectName } from './subject-name.ts'
import { useOperation } from './use-operation.ts'

const tones: Record<Proposal['state'], Tone> = {
  open: 'gold',
  approved: 'in',
  rejected: 'off',
  expired: 'off',
}

/** Proposals; a pending one can be approved by an operator other than its author. */
export const ProposalList = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useInfiniteQuery(operatorPages(address, 'operatorProposals'))
  return (
    <OperatorPages
      title={t('operator.proposals')}
      lead={t('operator.proposals.lead', { hours: PROPOSAL_HOURS })}
      query={query}
      keyOf={({ proposalId }) => proposalId}
      row={(proposal) => <Row address={address} proposal={proposal} />}
    />
  )
}

const Row = ({ address, proposal }: { readonly address: Address; readonly proposal: Proposal }) => {
  const t = useT()
  const { run, busy } = useOperation(address)
  const { proposalId, subject, reason, proposedBy, expiresAt, state, decidedBy } = proposal
  const { name } = subjectName(t, subject)
  const isOwn = proposedBy === address
  const decide = (decision: 'approve' | 'reject') => () =>
    run({ name: 'operatorDecide', request: { proposalId, decision } })
  return (
    <li className="flex flex-col gap-1 border-line py-3 not-first:border-t">
      <span className="flex flex-wrap items-center justify-between gap-x-2 text-14 font-semibold">
        {name}
        <Chip tone={tones[state]}>{t(`operator.proposal.${state}`)}</Chip>
      </span>
      {changesOf(t, proposal).map((change) => (
        <span key={change} className="num text-14 break-words">
          {change}
        </span>
      ))}
      <span className="text-14 break-words text-t2">{reason}</span>
      <span className="num text-12 text-t2">
        <span>{t('operator.proposal.by', { who: shortenAddress(proposedBy, 4) })}</span>
        {decidedBy && (
          <span>{` · ${t('operator.proposal.decidedBy', { who: shortenAddress(decidedBy, 4) })}`}</span>
        )}
        {state === 'open' && <span>{` · ${t('operator.proposal.until', { time: moment(expiresAt) })}`}</span>}
      </span>
      {state === 'open' ? (
        <span className="mt-1 flex gap-2">
          {isOwn ? null : (
            <Button size="sm" variant="accent" busy={busy} onClick={decide('approve')}>
              {t('operator.proposal.approve')}
            </Button>
          )}
          <Button size="sm" variant="danger" busy={busy} onClick={decide('reject')}>
            {t(isOwn ? 'operator.proposal.takeBack' : 'operator.proposal.reject')}
          </Button>
        </span>
      ) : null}
    </li>
  )
}
