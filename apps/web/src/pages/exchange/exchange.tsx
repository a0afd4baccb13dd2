import { PairsCard } from '../../features/books/pairs-card.tsx'
import { PriceCard } from '../../features/books/price-card.tsx'
import { SoonCard } from '../../features/soon/soon-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { NavPill } from '../../ui/nav-bar.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/exchange/exchange`: the swap opens with a later issue; the prices are real today. */
export function ExchangePage() {
  const t = useT()
  const { push } = useGo()
  return (
    <Page
      title={t('exchange.title')}
      pills={<NavPill onClick={() => push(PATHS.exchangeRecord)}>{t('exchange.records')}</NavPill>}
    >
      <PriceCard />
      <SoonCard title={t('exchange.title')} text={t('exchange.hint')} />
      <PairsCard />
    </Page>
  )
}
