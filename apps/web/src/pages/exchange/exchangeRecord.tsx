import { useSession } from '../../api/session/session.ts'
import { FeeCard } from '../../features/exchange/fee-card.tsx'
import { PriceChart } from '../../features/exchange/price-chart.tsx'
import { SwapRecords } from '../../features/exchange/swap-records.tsx'
import { Visitor } from '../../features/session/visitor.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Columns } from '../../ui/layout/columns.tsx'
import { useTwoColumns } from '../../ui/layout/use-wide.ts'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/exchange/exchangeRecord`: the user's swaps with quantity, price, time and fee. */
export const ExchangeRecordPage = () => {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  const two = useTwoColumns()
  return (
    <Page title={t('exchange.records')}>
      {session.status === 'signed-in' ? (
        <Columns
          side={
            two ? (
              <>
                <PriceChart pair={{ input: 'USDT', output: 'DR' }} />
                <FeeCard />
              </>
            ) : null
          }
        >
          <SwapRecords address={session.address} onSwap={() => push(PATHS.exchange)} />
        </Columns>
      ) : (
        <Visitor title={t('exchange.visitor')} sample="ledger" />
      )}
    </Page>
  )
}
