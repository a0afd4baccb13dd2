import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { machinesQuery, miningInfoQuery } from '../../api/queries/mining.ts'
import { useSession } from '../../api/session/session.ts'
import { useSilent } from '../../api/silence/use-silent.ts'
import { GrowthCard } from '../../features/dividends/growth-card.tsx'
import { PoolCard } from '../../features/dividends/pool-card.tsx'
import { WeeksCard } from '../../features/dividends/weeks-card.tsx'
import { BindCard } from '../../features/invite/bind-card.tsx'
import { CopyInviteCard } from '../../features/invite/copy-invite-card.tsx'
import { CalculatorCard } from '../../features/machines/calculator-card.tsx'
import { MachineActions } from '../../features/machines/machine-actions.tsx'
import { MachineList, NoMachines } from '../../features/machines/machine-list.tsx'
import { ProductShelf } from '../../features/machines/product-shelf.tsx'
import { CollectRow } from '../../features/mining/collect-row.tsx'
import { miningState } from '../../features/mining/reading.ts'
import { PoolTiles } from '../../features/network/pool-tiles.tsx'
import { RemindersCard } from '../../features/reminders/reminders-card.tsx'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { SampleMachine } from '../../features/session/visitor.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { DeferBelowFold } from '../../ui/layout/defer-below-fold.tsx'
import { NavLink } from '../../ui/layout/nav-bar.tsx'
import { useTwoColumns } from '../../ui/layout/use-wide.ts'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/Backpack/Backpack`: buy machines, pay their electricity, collect. */
export const BackpackPage = () => {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  const ownSession = session.status === 'signed-in' ? session : null
  // Beside each other the columns end at about the same height.
  const two = useTwoColumns()
  const growth = <GrowthCard address={ownSession?.address} />
  const side = (
    <DeferBelowFold>
      <CalculatorCard />
      {ownSession?.profile.activated ? <CopyInviteCard profile={ownSession.profile} /> : null}
      <PoolCard />
      {two ? <WeeksCard /> : growth}
    </DeferBelowFold>
  )
  const below = <DeferBelowFold>{two ? growth : <WeeksCard />}</DeferBelowFold>
  const afterMachines = (content: ReactNode): ReactNode =>
    ownSession ? <AfterMachines address={ownSession.address}>{content}</AfterMachines> : content
  return (
    <Page
      title={t('backpack.title')}
      links={
        ownSession ? (
          <NavLink
            icon="list"
            label={t('backpack.records')}
            onClick={() => push(PATHS.assetsRecord, { value1: 'machines' })}
          />
        ) : null
      }
    >
      <Columns side={afterMachines(side)} rest={afterMachines(below)}>
        <PoolTiles address={ownSession?.address} />
        {ownSession ? (
          <>
            {ownSession.profile.activated ? (
              <MachineActions address={ownSession.address} />
            ) : (
              <BindCard address={ownSession.address} />
            )}
            <MyMachines address={ownSession.address} activated={ownSession.profile.activated} />
            {ownSession.profile.activated ? null : <ProductShelf />}
          </>
        ) : (
          <>
            <Card>
              <SignInCard title={t('backpack.visitor')} />
            </Card>
            <SampleMachine />
            <ProductShelf />
          </>
        )}
      </Columns>
    </Page>
  )
}

type MyMachinesProps = { readonly address: Address; readonly activated: boolean }

/**
 * Collectable DR and the machines, or the empty state. While the server is silent the collectable DR is
 * left out, since the machines would move with each attempt to read it.
 */
const MyMachines = ({ address, activated }: MyMachinesProps) => {
  const t = useT()
  const info = useQuery(miningInfoQuery(address))
  const { data } = info
  const unread = useSilent(info) && data === undefined
  const none = (
    <NoMachines action={activated ? null : <p className="text-14 text-t2">{t('backpack.needsBinding')}</p>} />
  )
  return (
    <>
      {unread ? null : <CollectRow address={address} />}
      <RemindersCard address={address} />
      {data && miningState(data) === 'none' ? none : <MachineList address={address} empty={none} />}
    </>
  )
}

/** Delays content below the list on a phone until its number of cards is known, so that nothing moves. */
const AfterMachines = ({
  address,
  children,
}: {
  readonly address: Address
  readonly children: ReactNode
}) => {
  const machines = useInfiniteQuery(machinesQuery(address))
  const info = useQuery(miningInfoQuery(address))
  const machinesSilent = useSilent(machines)
  const infoSilent = useSilent(info)
  const wide = useTwoColumns()
  const awaited = (machines.isPending && !machinesSilent) || (info.isPending && !infoSilent)
  return awaited && !wide ? null : children
}
