import { withTexts } from '../../i18n/i18n.ts'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import type { PackagesTab } from './packages-tab.ts'

const SubscribeSheet = lazySheet(
  withTexts(() => import('./subscribe-sheet.tsx').then((module) => module.SubscribeSheet)),
)
const PackagesSheet = lazySheet(
  withTexts(() => import('./packages-sheet.tsx').then((module) => module.PackagesSheet)),
)

/** State of the package sheets: opened before, and still open; null: never opened. */
export interface PackagesView {
  readonly list: { readonly tab: PackagesTab; readonly open: boolean } | null
  readonly subscribe: { readonly packageId: number; readonly open: boolean } | null
}
export const NO_PACKAGES_VIEW: PackagesView = { list: null, subscribe: null }

type PackagesSheetsProps = {
  readonly view: PackagesView
  readonly onView: (view: PackagesView) => void
  /** Opens the page on which packages are ended early. */
  readonly onLeave: () => void
}

/** Sheets with the list of packages and the subscription form. */
export const PackagesSheets = ({ view, onView, onLeave }: PackagesSheetsProps) => {
  const { list, subscribe } = view
  return (
    <>
      {subscribe ? (
        <SubscribeSheet
          packageId={subscribe.packageId}
          open={subscribe.open}
          onOpenChange={(open) => onView({ ...view, subscribe: { ...subscribe, open } })}
        />
      ) : null}
      {list ? (
        <PackagesSheet
          tab={list.tab}
          onTab={(tab) => onView({ ...view, list: { tab, open: true } })}
          onSubscribe={(packageId) =>
            onView({ list: { ...list, open: false }, subscribe: { packageId, open: true } })
          }
          onLeave={onLeave}
          open={list.open}
          onOpenChange={(open) => onView({ ...view, list: { ...list, open } })}
        />
      ) : null}
    </>
  )
}
