import { SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import { useSession } from '../../api/session/session.ts'
import { PairsCard } from '../../features/books/pairs-card.tsx'
import { FeeCard } from '../../features/exchange/fee-card.tsx'
import { PriceChart } from '../../features/exchange/price-chart.tsx'
import { SwapForm } from '../../features/exchange/swap-form.tsx'
import { SwapRecords } from '../../features/exchange/swap-records.tsx'
import { BindCard } from '../../features/invite/bind-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { NavLink } from '../../ui/layout/nav-bar.tsx'
import { useTwoColumns } from '../../ui/layout/use-wide.ts'
import { Page } from '../frame/page.tsx'
import { usePageValues } from '../navigation.ts'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

const tokenOf = (text: string | undefined, fallback: SwapToken): SwapToken =>
  SWAP_TOKENS.find((token) => token === text) ?? fallback

/** `/pages/exchange/exchange?value1=<give>&value2=<get>`: swaps of the exchange’s tokens. */
export const ExchangePage = () => {
  const t = useT()
  const session = useSession()
  const { push, redirect } = useGo()
  const two = useTwoColumns()
  const { value1, value2 } = usePageValues()
  const input = tokenOf(value1, 'USDT')
  const requested = tokenOf(value2, input === 'DR' ? 'USDT' : 'DR')
  const pair = { input, output: requested === input ? (input === 'DR' ? 'USDT' : 'DR') : requested } as const
  const ownSession = session.status === 'signed-in' ? session : null
  const idle = ownSession !== null && !ownSession.profile.activated
  return (
    <Page
      title={t('exchange.title')}
      links={
        <NavLink icon="list" label={t('exchange.recordsShort')} onClick={() => push(PATHS.exchangeRecord)} />
      }
    >
      {ownSession && idle ? <BindCard address={ownSession.address} /> : null}
      <SwapForm
        pair={pair}
        onPair={(next) => redirect(PATHS.exchange, { value1: next.input, value2: next.output })}
        reader={ownSession === null ? 'visitor' : idle ? 'idle' : 'activated'}
        onSent={() => push(PATHS.exchangeRecord)}
      >
        <PriceChart pair={pair} />
        <FeeCard />
        <PairsCard />
        {two && ownSession ? (
          <SwapRecords address={ownSession.address} onSwap={() => scrollTo({ top: 0 })} />
        ) : null}
      </SwapForm>
    </Page>
  )
}
