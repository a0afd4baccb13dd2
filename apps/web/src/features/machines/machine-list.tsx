import type { MachineState } from '@dr/protocol/calls/user-mining'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Address } from 'viem'
import { invalidate } from '../../api/invalidate.ts'
import { machinesQuery, miningInfoQuery } from '../../api/queries/mining.ts'
import { useSilent } from '../../api/silence/use-silent.ts'
import { useT } from '../../i18n/use-t.ts'
import { MoreButton } from '../../ui/form/more-button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Rig } from '../../ui/pictures/rig.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonCard } from '../../ui/status/skeleton.tsx'
import { groupMachines, type MachineGroup, payable } from './group-machines.ts'
import { MachineGroups } from './machine-groups.tsx'
import { nextTurnMs } from './next-turn.ts'
import { SilentMachines } from './silent/silent-machines.tsx'
import { useKeptMachines } from './silent/use-kept-machines.ts'

const PaySheet = lazySheet(() => import('./pay-sheet.tsx').then((module) => module.PaySheet))

type Filter = MachineState | 'all'
type Paying = {
  readonly group: MachineGroup
  readonly pick: boolean
  readonly open: boolean
  readonly turn: number
}

/** The user's machines by state, most urgent first, and their electricity. */
export const MachineList = ({ address, empty }: { readonly address: Address; readonly empty: ReactNode }) => {
  const t = useT()
  const [filter, setFilter] = useState<Filter>('all')
  const [paying, setPaying] = useState<Paying | null>(null)
  const info = useQuery(miningInfoQuery(address))
  const query = useInfiniteQuery(machinesQuery(address, filter === 'all' ? {} : { state: filter }))
  const machines = query.data?.pages.flatMap(({ items }) => items) ?? []
  useTurn(address, info.data ? nextTurnMs(machines, info.data.clock.timestamp) : null)
  const owned = info.data && Object.values(info.data.machines).reduce((sum, count) => sum + count, 0)
  useKeptMachines(address, query.data, owned)
  const silent = useSilent(query)
  const open = (group: MachineGroup, pick: boolean): void =>
    setPaying((last) => ({ group, pick, open: true, turn: (last?.turn ?? 0) + 1 }))
  const actions = {
    onPay: (group: MachineGroup) => open(group, false),
    onPick: (group: MachineGroup) => open(group, true),
  }
  const named = (
    <>
      <StateFilter counts={info.data?.machines} value={filter} onChange={setFilter} />
      <Async query={query} skeleton={<SkeletonCard label={t('message.loading')} className="min-h-39.75" />}>
        {({ pages }) => (
          <MachineGroups
            groups={groupMachines(pages.flatMap(({ items }) => items))}
            now={info.data?.clock.timestamp}
            empty={filter === 'all' ? empty : <EmptyState icon="bag" title={t('backpack.emptyState')} />}
            {...actions}
          />
        )}
      </Async>
      <MoreButton query={query} label={t('common.more')} />
    </>
  )
  return (
    <>
      {silent ? <SilentMachines address={address} otherwise={named} {...actions} /> : named}
      {paying ? (
        <PaySheet
          key={paying.turn}
          open={paying.open}
          onOpenChange={(next) => setPaying({ ...paying, open: next })}
          machines={payable(paying.group.machines)}
          pick={paying.pick}
        />
      ) : null}
    </>
  )
}

/** Reads everything about machines again when a machine's electricity ends by the chain's clock. */
const useTurn = (address: Address, waitMs: number | null): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (waitMs === null) return
    const timer = setTimeout(() => void invalidate(client, address, ['mining']).catch(reportError), waitMs)
    return () => clearTimeout(timer)
  }, [client, address, waitMs])
}

type Counts = Readonly<Partial<Record<MachineState, number>>>

const StateFilter = ({
  counts,
  value,
  onChange,
}: {
  readonly counts: Counts | undefined
  readonly value: Filter
  readonly onChange: (filter: Filter) => void
}) => {
  const t = useT()
  const count = (state: MachineState): number => counts?.[state] ?? 0
  const states: readonly MachineState[] = [
    'producing',
    'paused',
    'not-activated',
    ...(count('activated') > 0 ? (['activated'] as const) : []),
  ]
  const all = counts && Object.values(counts).reduce((sum, number) => sum + number, 0)
  return (
    <Segmented<Filter>
      label={t('backpack.filter')}
      value={value}
      onChange={onChange}
      items={[
        { value: 'all', label: t('common.all'), count: all ?? null },
        ...states.map((state) => ({
          value: state,
          label: t(`backpack.state.${state}`),
          count: counts ? count(state) : null,
        })),
      ]}
    />
  )
}

/** Empty list. */
export const NoMachines = ({ action }: { readonly action: ReactNode }) => {
  const t = useT()
  return (
    <EmptyState
      picture={<Rig state="off" tier={2} size={96} />}
      title={t('backpack.empty.title')}
      detail={t('backpack.empty.detail')}
      action={action}
    />
  )
}
