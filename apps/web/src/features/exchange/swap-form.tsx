import type { Token } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { livePoolsQuery, swapTokensQuery } from '../../api/queries/swap.ts'
import { useSolution } from '../../chain/queries/use-solution.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { BottomBar } from '../../ui/layout/bottom-bar.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Async } from '../../ui/status/async.tsx'
import { openBind, openConnect, openTransaction, type TransactionIntent } from '../transaction/intents.ts'
import { PayButton } from '../transaction/shortage/pay-button.tsx'
import { WaySteps } from '../transaction/shortage/way-steps.tsx'
import { withLivePrices } from './live-prices.ts'
import { isWrapping, type Pair } from './swap-preview.ts'
import { SwapSides } from './swap-sides.tsx'
import { SwapTerms, TermsSkeleton } from './swap-terms.tsx'
import { useSwap } from './use-swap.ts'
import { type Way, WayChoice } from './way-choice.tsx'

type SwapFormProps = {
  readonly pair: Pair
  readonly onPair: (pair: Pair) => void
  /** visitor: no session. idle: signed in, and no inviter bound yet. */
  readonly reader: 'visitor' | 'idle' | 'activated'
  /** Called when a swap is done or pending. */
  readonly onSent: () => void
  /** Content between the form and the main action's bar. */
  readonly children: ReactNode
}

/** Swap form: input, output, rate and fee; the button requests the quote. */
export const SwapForm = ({ pair, onPair, reader, onSent, children }: SwapFormProps) => {
  const t = useT()
  const book = useQuery(swapTokensQuery())
  const live = useQuery(livePoolsQuery()).data
  const [text, setText] = useState('')
  const [attempts, setAttempts] = useState(0)
  const [way, setWay] = useState<Way>('direct')
  const direct = isWrapping(pair) && way === 'direct'
  const swap = useSwap({ book: withLivePrices(book.data, live), pair, direct, text })
  const needs = { [pair.input]: swap.inputAmount }
  const contract = direct ? (pair.input === 'USDT' ? 'USDR' : null) : 'Exchange'
  const kind = direct ? (pair.input === 'USDT' ? 'wrap' : 'unwrap') : 'swap-token'
  const solution = useSolution({
    needs,
    calls: [{ kind, contract, takes: needs }],
    ways: isWrapping(pair) ? 'none' : 'wrap',
  })
  const short = swap.problem === 'above-balance' && solution !== null
  const payable = swap.ready || short
  const change = (side: keyof Pair, token: Token): void => {
    const { input, output } = pair
    onPair(
      side === 'input'
        ? { input: token, output: output === token ? input : output }
        : { input: input === token ? output : input, output: token },
    )
  }
  const send = async (): Promise<void> => {
    if (swap.lacksAmount) return setAttempts(attempts + 1)
    const outcome = await openTransaction(intentOf(pair, direct, swap.inputAmount))
    if (outcome !== 'success' && outcome !== 'pending') return
    setText('')
    setAttempts(0)
    // Wrapping is no swap, and is not in the swap records.
    if (!direct) onSent()
  }
  return (
    <Columns
      side={children}
      rest={
        <BottomBar>
          {reader === 'visitor' ? (
            <Button variant="primary" onClick={() => void openConnect()}>
              {t('shell.connect')}
            </Button>
          ) : reader === 'idle' && !direct ? (
            <Button variant="primary" onClick={openBind}>
              {t('exchange.bindFirst')}
            </Button>
          ) : (
            <PayButton
              solution={solution}
              goal="swap"
              own={buttonText(t, pair, direct)}
              disabled={!payable && !swap.lacksAmount}
              onPay={() => void send()}
            />
          )}
        </BottomBar>
      }
    >
      <Card className="flex flex-col gap-3">
        <SwapSides
          pair={pair}
          swap={swap}
          text={text}
          attempts={attempts}
          onText={setText}
          onToken={change}
          onTurn={() => onPair({ input: pair.output, output: pair.input })}
        />
        {isWrapping(pair) ? <WayChoice way={way} onWay={setWay} feeBps={book.data?.fee.bps} /> : null}
        <WaySteps solution={payable ? solution : null} then={[t('tx.step.swap')]} />
        {direct ? (
          <p className="text-14 text-t2">{t('exchange.direct.note')}</p>
        ) : (
          <Async query={book} skeleton={<TermsSkeleton />}>
            {(known) => <SwapTerms book={withLivePrices(known, live)} pair={pair} swap={swap} />}
          </Async>
        )}
      </Card>
    </Columns>
  )
}

const buttonText = (t: ReturnType<typeof useT>, { input }: Pair, direct: boolean): string => {
  if (!direct) return t('exchange.getQuote')
  return t(input === 'USDT' ? 'exchange.wrap' : 'exchange.unwrap')
}

const intentOf = ({ input, output }: Pair, direct: boolean, amount: bigint): TransactionIntent =>
  direct
    ? { kind: input === 'USDT' ? 'wrapUSDR' : 'unwrapUSDR', amount }
    : { kind: 'swapToken', input, output, inputAmount: amount }
