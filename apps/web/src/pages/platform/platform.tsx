import { ConfigCards } from '../../features/books/config-cards.tsx'
import { OverviewCards } from '../../features/books/overview-cards.tsx'
import { PriceCard } from '../../features/books/price-card.tsx'
import { ReserveTable } from '../../features/books/reserve-table.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/platform/platform`: the open books. */
export function PlatformPage() {
  const t = useT()
  const { push } = useGo()
  return (
    <Page title={t('platform.title')}>
      <p className="px-1 text-14 text-t2">{t('platform.intro')}</p>
      <ReserveTable />
      <OverviewCards />
      <PriceCard />
      <ConfigCards />
      <Button onClick={() => push(PATHS.platform2)}>{t('platform.next')}</Button>
    </Page>
  )
}
