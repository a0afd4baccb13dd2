import { useSession } from '../../api/session/session.ts'
import { SwapRecords } from '../../features/exchange/swap-records.tsx'
import { Visitor } from '../../features/session/visitor.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Narrow } from '../../ui/layout/columns.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/exchange/exchangeRecord`: the user's swaps with quantity, price, time and fee. */
export const ExchangeRecordPage = () => {
  const t = useT()
  const session = useSession()
  const { push } = useGo()
  return (
    <Page title={t('exchange.records')}>
      {session.status === 'signed-in' ? (
        <Narrow>
          <SwapRecords address={session.address} onSwap={() => push(PATHS.exchange)} />
        </Narrow>
      ) : (
        <Visitor title={t('exchange.visitor')} sample="ledger" />
      )}
    </Page>
  )
}
