import { formatAmount, TOKEN_DECIMALS, type Token } from '@dr/protocol/amounts'
import { useState } from 'react'
import { formatWorthBeside } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { AmountInput } from '../../ui/amounts/amount-input.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { PARTS, type Pair } from './swap-preview.ts'
import { TokenPicker } from './token-picker.tsx'
import type { Swap } from './use-swap.ts'

type SwapSidesProps = {
  readonly pair: Pair
  readonly swap: Swap
  readonly text: string
  readonly attempts: number
  readonly onText: (text: string) => void
  readonly onToken: (side: keyof Pair, token: Token) => void
  readonly onTurn: () => void
}

/** Both sides of the pair, and the button that reverses it. */
export const SwapSides = ({ pair, swap, text, attempts, onText, onToken, onTurn }: SwapSidesProps) => {
  const t = useT()
  const short = (value: bigint): string => formatAmount(value, { maxDecimals: 4 })
  const refusals = {
    'above-balance': t('exchange.refusal.balance'),
    'above-maximum': t('exchange.refusal.maximum', {
      amount: short(swap.preview?.maximum ?? 0n),
      token: pair.input,
    }),
    'below-minimum': t('exchange.refusal.minimum', {
      // All decimals: eight may show the minimum as 0.
      amount: formatAmount(swap.preview?.minimum ?? 0n, { maxDecimals: TOKEN_DECIMALS }),
      token: pair.input,
    }),
    'too-little': t('exchange.refusal.tooLittle'),
  }
  const { balance, balanceFailed, maxInput, problem } = swap
  return (
    <div>
      <AmountInput
        label={t('exchange.give')}
        token={pair.input}
        text={text}
        onText={onText}
        aside={
          balance !== undefined
            ? t('exchange.balance', { amount: short(balance) })
            : balanceFailed
              ? t('wallet.sheet.unavailable')
              : null
        }
        picker={
          <TokenPicker
            label={t('exchange.give')}
            token={pair.input}
            onToken={(token) => onToken('input', token)}
          />
        }
        attempts={attempts}
        problemText={(name) => (name === 'empty' ? t('message.recharge_no') : t(`common.amount.${name}`))}
        refusal={problem === null ? undefined : refusals[problem]}
        understood={(amount) =>
          `${t('common.amount.understood', { amount })}${swap.inputWorth === null ? '' : ` · ${formatWorthBeside(swap.inputWorth)}`}`
        }
      />
      {balance === undefined || maxInput === null || maxInput === 0n ? null : (
        <Parts max={maxInput} onText={onText} />
      )}
      <div>
        <div className="relative flex min-h-13 items-center justify-between">
          <p className="text-12 text-t2">{t('exchange.get')}</p>
          <button
            type="button"
            aria-label={t('exchange.turn')}
            onClick={onTurn}
            className="absolute right-1/2 grid size-11 translate-x-1/2 place-items-center rounded-16 border border-line2 bg-s1 text-gold shadow-card"
          >
            <Icon name="swap" size={18} />
          </button>
          <p className="num max-w-2/5 text-right text-12 wrap-anywhere text-t2">
            {swap.outputWorth === null ? null : formatWorthBeside(swap.outputWorth)}
          </p>
        </div>
        <div className="flex min-h-14 items-center gap-2 rounded-16 border border-line bg-s2 pr-2 pl-4">
          <span className="min-w-0 flex-1 overflow-hidden">
            <Output swap={swap} token={pair.output} />
          </span>
          <Announced
            output={swap.outputAmount}
            of={`${text} ${pair.input} ${pair.output}`}
            token={pair.output}
          />
          <TokenPicker
            label={t('exchange.get')}
            token={pair.output}
            onToken={(token) => onToken('output', token)}
          />
        </div>
      </div>
    </div>
  )
}

/** Buttons for parts of the largest input. */
const Parts = ({ max, onText }: { readonly max: bigint; readonly onText: (text: string) => void }) => {
  const t = useT()
  const fill = (amount: bigint) => () =>
    onText(formatAmount(amount, { maxDecimals: TOKEN_DECIMALS, group: false }))
  return (
    <div className="mt-1.5 grid grid-cols-4 gap-2">
      {PARTS.map((percent) => (
        <Button
          key={percent}
          size="sm"
          className="num px-0 font-normal"
          onClick={fill((max * BigInt(percent)) / 100n)}
        >
          {percent}%
        </Button>
      ))}
      <Button size="sm" variant="accent" className="px-0 whitespace-nowrap" onClick={fill(max)}>
        {t('common.max')}
      </Button>
    </div>
  )
}

/**
 * Announces the output to a screen reader once for each input: prices change each second, and would never
 * stop being read.
 */
const Announced = ({ output, of, token }: { output: bigint | null; of: string; token: string }) => {
  const t = useT()
  const [said, setSaid] = useState({ of, output })
  if (said.of !== of || (said.output === null && output !== null)) setSaid({ of, output })
  return (
    <span role="status" aria-label={t('exchange.get')} className="sr-only">
      {said.output === null ? '' : `${formatAmount(said.output, { maxDecimals: 6 })} ${token}`}
    </span>
  )
}

const Output = ({ swap, token }: { readonly swap: Swap; readonly token: string }) => {
  const { outputAmount, inputAmount } = swap
  if (outputAmount === null) return <span className="text-28 text-t3">—</span>
  const text = formatAmount(outputAmount, { maxDecimals: 6 })
  return (
    <>
      {inputAmount > 0n && swap.preview !== null ? <span className="mr-1 text-14 text-t2">≈</span> : null}
      <Amount
        value={outputAmount}
        maxDecimals={6}
        size={text.length > 11 ? 'md' : 'lg'}
        tone={inputAmount > 0n ? 'in' : 'plain'}
      />
      <span className="sr-only">{` ${token}`}</span>
    </>
  )
}
