import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { ApiError } from '../../../api/errors.ts'
import { KEPT_MAX } from '../../../api/kept/kept-machines.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Banner } from '../../../ui/layout/banner.tsx'
import { ErrorState } from '../../../ui/status/error-state.tsx'
import { SkeletonCard } from '../../../ui/status/skeleton.tsx'
import { moment } from '../../../ui/text/moment.ts'
import { groupMachines, type MachineGroup } from '../group-machines.ts'
import { MachineGroups } from '../machine-groups.tsx'
import { machinesOnChainQuery } from './machines-on-chain-query.ts'

type SilentMachinesProps = {
  readonly address: Address
  /** Shown if this browser has stored no machines of the account. */
  readonly otherwise: ReactNode
  readonly onPay: (group: MachineGroup) => void
  readonly onPick: (group: MachineGroup) => void
}

/**
 * Machines for when the server does not answer: those that it listed before, with their state on chain.
 * Only confirmed ones are offered; none if the chain cannot be read.
 */
export const SilentMachines = ({ address, otherwise, onPay, onPick }: SilentMachinesProps) => {
  const t = useT()
  const { data, error, isFetching, refetch } = useQuery(machinesOnChainQuery(address))
  if (error instanceof ApiError || data === null || data?.machines.length === 0) return otherwise
  if (error !== null) {
    return (
      <ErrorState
        title={t('tx.renew.silent')}
        kept={t('tx.fail.noAnswer')}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    )
  }
  if (data === undefined) return <SkeletonCard label={t('message.loading')} className="min-h-39.75" />
  const lines = [
    t('tx.renew.silent'),
    t('backpack.onChain', { time: moment(data.blockTime) }),
    ...(data.kept < KEPT_MAX ? [] : [t('backpack.onChainMax', { count: KEPT_MAX })]),
  ]
  return (
    <>
      <Banner tone="off" icon="clock" live>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Banner>
      <MachineGroups
        groups={groupMachines(data.machines)}
        now={data.blockTime}
        empty={null}
        silent
        onPay={onPay}
        onPick={onPick}
      />
    </>
  )
}
