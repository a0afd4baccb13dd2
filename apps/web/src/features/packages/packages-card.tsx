import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isTerm, packageListQuery } from '../../api/queries/packages.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { ExitHints } from './exit-hint.tsx'
import { NetNote } from './net-note.tsx'
import { PackageRow } from './package-row.tsx'
import { NO_PACKAGES_VIEW, PackagesSheets } from './packages-sheets.tsx'
import { PackagesSkeleton } from './packages-skeleton.tsx'
import type { PackagesTab } from './packages-tab.ts'

const SHOWN = 2

type PackagesCardProps = {
  /** The user's positions, with a link to their list; undefined: none. */
  readonly mine?: ((onOpen: () => void) => ReactNode) | undefined
  /** Opens the page for pledging POD power. */
  readonly onPledge: () => void
  /** Opens the page on which packages are ended early. */
  readonly onLeave: () => void
}

/**
 * Packages on Home: the first two, the user's own, and a link to all. The first offer has its figures, the list
 * those of all with their funding; for a user with positions, which follow below, they are left out.
 */
export const PackagesCard = ({ mine, onPledge, onLeave }: PackagesCardProps) => {
  const t = useT()
  const query = useQuery(packageListQuery())
  const compact = mine !== undefined
  const [view, setView] = useState(NO_PACKAGES_VIEW)
  const openSheet = (tab: PackagesTab): void => setView({ ...view, list: { tab, open: true } })
  const terms = query.data?.items.filter(isTerm) ?? []
  // Nothing offered, and no positions.
  if (query.data !== undefined && terms.length === 0 && mine === undefined) return null
  const open = (packageId: number): void => setView({ ...view, subscribe: { packageId, open: true } })
  return (
    <Card className="pb-2">
      <CardHeader
        title={t('home.packages.title')}
        aside={
          <button type="button" className="tap" onClick={() => openSheet('offer')}>
            {t('home.packages.all')} ›
          </button>
        }
      />
      <Async query={query} skeleton={<PackagesSkeleton label={t('message.loading')} compact={compact} />}>
        {({ prices }) =>
          terms.length === 0 ? (
            <p className="mt-1 mb-2 text-12 text-t2">{t('home.packages.hint')}</p>
          ) : (
            <>
              <ul>
                {terms.slice(0, SHOWN).map((item, index) => (
                  <PackageRow
                    key={item.packageId}
                    item={item}
                    prices={prices}
                    onOpen={() => open(item.packageId)}
                    figures={compact || index > 0 ? 'none' : 'brief'}
                  >
                    {compact || index > 0 ? null : <ExitHints item={item} prices={prices} />}
                  </PackageRow>
                ))}
              </ul>
              {compact ? null : <NetNote />}
            </>
          )
        }
      </Async>
      {query.data?.items.some(({ kind }) => kind === 'pod') ? <PodRow onPledge={onPledge} /> : null}
      {mine?.(() => openSheet('mine'))}
      <PackagesSheets view={view} onView={setView} onLeave={onLeave} />
    </Card>
  )
}

/** The POD package: pledging POD power, which has its own page. */
const PodRow = ({ onPledge }: { readonly onPledge: () => void }) => {
  const t = useT()
  return (
    <div className="flex items-center gap-3 border-t border-line py-3">
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{t('home.packages.pod')}</h3>
        <p className="text-12 text-t2">{t('home.packages.podHint')}</p>
      </div>
      <Button size="sm" variant="accent" onClick={onPledge}>
        {t('home.packages.pledge')}
      </Button>
    </div>
  )
}
