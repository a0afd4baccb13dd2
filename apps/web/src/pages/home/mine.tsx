import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Address } from 'viem'
import { lastFigure } from '../../api/kept/last-figures.ts'
import { miningInfoQuery, miningStatsQuery } from '../../api/queries/mining.ts'
import { positionsQuery } from '../../api/queries/packages.ts'
import type { Session } from '../../api/session/session.ts'
import { BindCard } from '../../features/invite/bind-card.tsx'
import { InviteCard } from '../../features/invite/invite-card.tsx'
import { DailyMining } from '../../features/mining/daily-mining.tsx'
import { canDraw } from '../../features/mining/daily-view.ts'
import { MiningHeroSkeleton } from '../../features/mining/mining-hero.tsx'
import { MyMining } from '../../features/mining/my-mining.tsx'
import type { MiningInfo } from '../../features/mining/reading.ts'
import { NetworkTiles } from '../../features/network/network-tiles.tsx'
import { countsOf, isStarting, type NextAction, nextAction } from '../../features/next/next-action.rules.ts'
import { NextCard } from '../../features/next/next-card.tsx'
import { StartChecklist } from '../../features/next/start-checklist.tsx'
import { type Account, useAccount } from '../../features/next/use-account.ts'
import { NoticesRow } from '../../features/notices/notices-row.tsx'
import { MyPackages } from '../../features/packages/my-packages.tsx'
import { PackagesCard } from '../../features/packages/packages-card.tsx'
import { useReminders } from '../../features/reminders/use-reminders.ts'
import { ReserveCard } from '../../features/reserves/reserve-card.tsx'
import { openNetworkPrompt, openReceive, openTransaction } from '../../features/transaction/intents.ts'
import { FaucetButton, FaucetCard } from '../../features/wallet/faucet-card.tsx'
import { withTexts } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { Columns } from '../../ui/layout/columns.tsx'
import { DeferBelowFold } from '../../ui/layout/defer-below-fold.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { useTwoColumns } from '../../ui/layout/use-wide.ts'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'
import { TopSkeleton } from './top-skeleton.tsx'

// Ends within three days are rare: code and texts load only then.
const RemindersCard = lazyPart(
  withTexts(() =>
    import('../../features/reminders/reminders-card.tsx').then((module) => module.RemindersCard),
  ),
)

// Its readings need the chain, and its code the proofs; its texts are the first page's.
const IfYouLeftCard = lazyPart(() =>
  import('../../features/exit/if-you-left-card.tsx').then((module) => module.IfYouLeftCard),
)

// Only for an account that operators have blocked.
const BlockedNotice = lazyPart(
  withTexts(() => import('../../features/exit/blocked-notice.tsx').then((module) => module.BlockedNotice)),
)

const LockNotice = lazyPart(() =>
  import('../../features/exit/lock-notice.tsx').then((module) => module.LockNotice),
)

const BuySheet = lazySheet(
  withTexts(() => import('../../features/machines/buy-sheet.tsx').then((module) => module.BuySheet)),
)
const BindSheet = lazySheet(() =>
  import('../../features/invite/bind-sheet.tsx').then((module) => module.BindSheet),
)
const ReinvestSheet = lazySheet(
  withTexts(() =>
    import('../../features/packages/reinvest/reinvest-sheet.tsx').then((module) => module.ReinvestSheet),
  ),
)

export type SignedIn = Extract<Session, { status: 'signed-in' }>

/** Home of a signed-in user; not loaded by visitors. */
export const Mine = ({ session }: { readonly session: SignedIn }) => {
  const { address, profile } = session
  const t = useT()
  const { push } = useGo()
  const checkAndLeave = (): void => push(PATHS.platform2, { value1: 'exit' })
  const wide = useTwoColumns()
  const positions = useInfiniteQuery(positionsQuery(address))
  const info = useQuery(miningInfoQuery(address))
  // Decides the page's content: nothing is shown below it before, so that nothing moves.
  const starting = info.data !== undefined && isStarting(startFacts(info.data))
  // The same reading as the figure's: it decides whether there is a chart, so nothing is shown below
  // before.
  const stats = useQuery({ ...miningStatsQuery(address), enabled: info.data !== undefined && !starting })
  const drawn = stats.data === undefined || canDraw(stats.data.days)
  // Rendered in slices as a transition, also if answers arrive meanwhile.
  const ready = useDeferredValue(info.data !== undefined || info.error !== null)
  // Without a last figure it is unknown whether a figure or the first steps follow.
  if (!ready && lastFigure('/') === undefined) return <TopSkeleton />
  if (!ready) {
    return (
      <div>
        <MiningHeroSkeleton label={t('message.loading')} />
        <Skeleton className="mt-3 h-29.5 w-full rounded-20" />
      </div>
    )
  }
  const mined = !starting && drawn ? <DailyMining address={address} /> : null
  // Positions decide the card's height.
  const packages = positions.isLoading ? null : (
    <PackagesCard
      mine={
        positions.data?.pages[0]?.items.length
          ? (onOpen) => <MyPackages address={address} onOpen={onOpen} />
          : undefined
      }
      onPledge={() => push(PATHS.power)}
      onLeave={checkAndLeave}
    />
  )
  return (
    <Columns
      side={
        <DeferBelowFold>
          <NetworkTiles address={starting ? undefined : address} />
          <Reminders address={address} />
          {starting ? null : <IfYouLeftCard address={address} onCheck={checkAndLeave} />}
          {/* Beside each other the columns end at about the same height. */}
          <DeferBelowFold>{wide ? packages : mined}</DeferBelowFold>
        </DeferBelowFold>
      }
      rest={
        <DeferBelowFold>
          {wide ? <DeferBelowFold>{mined}</DeferBelowFold> : null}
          {stats.isLoading || (!wide && positions.isLoading) ? null : (
            <>
              {wide ? null : <DeferBelowFold>{packages}</DeferBelowFold>}
              <InviteCard profile={profile} />
              {__LOCAL_CHAIN__ && !starting ? <FaucetCard /> : null}
              <ReserveCard onOpen={() => push(PATHS.platform)} />
              <NoticesRow address={address} />
            </>
          )}
        </DeferBelowFold>
      }
    >
      {profile.blocked ? <BlockedNotice blocked={profile.blocked} onCheck={checkAndLeave} /> : null}
      {starting ? null : <LockNotice address={address} />}
      <Top session={session} starting={starting} />
    </Columns>
  )
}

const startFacts = (info: MiningInfo) => ({
  machines: countsOf(info.machines),
  accrued: BigInt(info.accrued),
  collectedTotal: BigInt(info.collectedTotal),
})

type Sheets = Readonly<Record<'buy' | 'bind' | 'reinvest', 'unused' | 'open' | 'closed'>>
const NO_SHEETS: Sheets = { buy: 'unused', bind: 'unused', reinvest: 'unused' }

/** Main figure or first steps, and the next action. */
const Top = ({ session, starting }: { readonly session: SignedIn; readonly starting: boolean }) => {
  const { address, profile } = session
  const { push } = useGo()
  const account = useAccount(address, profile.activated)
  const action = account && nextAction(account.facts)
  const [sheets, setSheets] = useState(NO_SHEETS)
  const set = (name: keyof Sheets, open: boolean): void =>
    setSheets((now) => ({ ...now, [name]: open ? 'open' : 'closed' }))
  const act = (next: NextAction): void => {
    const { kind } = next
    if (kind === 'switch-network') void openNetworkPrompt()
    if (kind === 'fund') openReceive()
    if (kind === 'pledge') push(PATHS.power)
    if (kind === 'power')
      void openTransaction({
        kind: 'activateMachine',
        ...(next.state === 'both'
          ? { machineIDs: (account?.idle ?? []).map(({ machineId }) => machineId) }
          : { all: next.state, machineCount: next.count }),
        Period: 1,
      })
    if (kind === 'renew')
      void openTransaction({ kind: 'activateMachine', machineIDs: endingIds(account), Period: 1 })
    if (kind === 'buy' || kind === 'bind' || kind === 'reinvest') set(kind, true)
  }
  return (
    <>
      {starting ? (
        <StartChecklist
          account={account}
          action={action}
          activated={profile.activated}
          onAction={act}
          faucet={
            __LOCAL_CHAIN__ ? <FaucetButton address={address} variant="primary" className="w-full" /> : null
          }
        />
      ) : (
        <>
          <MyMining address={address} onWithdraw={() => push(PATHS.withdrawal, { value1: '0' })} />
          <NextCard
            account={account}
            action={action}
            onAction={act}
            onBuy={() => set('buy', true)}
            faucet={
              __LOCAL_CHAIN__ ? (
                <FaucetButton address={address} variant="primary" size="sm" className="shrink-0" />
              ) : null
            }
          />
        </>
      )}
      {/* A new account has its own among the steps. */}
      {profile.activated || starting || action === null || action.kind === 'bind' ? null : (
        <BindCard address={address} />
      )}
      {sheets.buy === 'unused' ? null : (
        <BuySheet open={sheets.buy === 'open'} onOpenChange={(open) => set('buy', open)} />
      )}
      {sheets.bind === 'unused' ? null : (
        <BindSheet
          address={address}
          open={sheets.bind === 'open'}
          onOpenChange={(open) => set('bind', open)}
        />
      )}
      {sheets.reinvest === 'unused' ? null : (
        <Reinvest
          address={address}
          open={sheets.reinvest === 'open'}
          onOpenChange={(open) => set('reinvest', open)}
        />
      )}
    </>
  )
}

const endingIds = (account: Account | null): readonly string[] =>
  account?.ending.map(({ machineId }) => machineId) ?? []

type ReinvestProps = {
  readonly address: Address
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

const Reinvest = ({ address, open, onOpenChange }: ReinvestProps) => {
  const { data } = useInfiniteQuery(positionsQuery(address))
  const reinvestable = data?.pages[0]?.reinvestable
  return reinvestable ? (
    <ReinvestSheet address={address} reinvestable={reinvestable} open={open} onOpenChange={onOpenChange} />
  ) : null
}

const Reminders = ({ address }: { readonly address: Address }) => {
  const reminders = useReminders(address)
  if (reminders === null || reminders.soon.length === 0) return null
  return <RemindersCard address={address} />
}
