import { useQuery } from '@tanstack/react-query'
import { isTerm, packageListQuery } from '../../api/queries/packages.ts'
import { useSession } from '../../api/session/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { openConnect } from '../transaction/intents.ts'
import { DepositList } from './deposit-list.tsx'
import { OfferExitNotes } from './exit-note.tsx'
import { LockList } from './lock-list.tsx'
import { NetNote } from './net-note.tsx'
import { PackageRow } from './package-row.tsx'
import { PACKAGES_TABS, type PackagesTab } from './packages-tab.ts'
import { PositionList } from './position-list.tsx'

type PackagesSheetProps = {
  readonly tab: PackagesTab
  readonly onTab: (tab: PackagesTab) => void
  readonly onSubscribe: (packageId: number) => void
  /** Opens the page on which packages are ended early. */
  readonly onLeave: () => void
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Offers, positions, locks and deposits of packages. */
export const PackagesSheet = (props: PackagesSheetProps) => {
  const { tab, onTab, onSubscribe, onLeave, open, onOpenChange } = props
  const t = useT()
  return (
    <Sheet name="packages" open={open} onOpenChange={onOpenChange} title={t('home.packages.title')}>
      <Segmented<PackagesTab>
        label={t('packages.view')}
        value={tab}
        onChange={onTab}
        items={PACKAGES_TABS.map((value) => ({ value, label: t(`packages.view.${value}`) }))}
      />
      <div data-tabs="" className="min-h-72 pt-2 wide:min-h-0">
        {tab === 'offer' ? (
          <Offer onSubscribe={onSubscribe} />
        ) : (
          <Mine tab={tab} onOffer={() => onTab('offer')} onLeave={onLeave} />
        )}
      </div>
    </Sheet>
  )
}

const Offer = ({ onSubscribe }: { readonly onSubscribe: (packageId: number) => void }) => {
  const t = useT()
  const query = useQuery(packageListQuery())
  return (
    <>
      <p className="rounded-16 bg-s2 px-4 py-3 text-14 text-t1">{t('packages.principle')}</p>
      <Async query={query} skeleton={<SkeletonRows count={3} label={t('message.loading')} />}>
        {({ items, prices }) => (
          <>
            <ul>
              {items.filter(isTerm).map((item) => (
                <PackageRow
                  key={item.packageId}
                  item={item}
                  prices={prices}
                  onOpen={() => onSubscribe(item.packageId)}
                >
                  <OfferExitNotes item={item} prices={prices} />
                </PackageRow>
              ))}
            </ul>
            <NetNote />
          </>
        )}
      </Async>
    </>
  )
}

type MineProps = Pick<PackagesSheetProps, 'onLeave'> & {
  readonly tab: Exclude<PackagesTab, 'offer'>
  readonly onOffer: () => void
}

const Mine = ({ tab, onOffer, onLeave }: MineProps) => {
  const t = useT()
  const session = useSession()
  if (session.status !== 'signed-in')
    return (
      <EmptyState
        icon="wallet"
        title={t('packages.visitor')}
        action={
          <Button variant="primary" onClick={() => void openConnect()}>
            {t('shell.connect')}
          </Button>
        }
      />
    )
  const { address } = session
  if (tab === 'mine') return <PositionList address={address} onOffer={onOffer} onLeave={onLeave} />
  if (tab === 'locked') return <LockList address={address} />
  return <DepositList address={address} />
}
