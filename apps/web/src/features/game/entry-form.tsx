import { formatAmount } from '@dr/protocol/amounts'
import type { DrawRound } from '@dr/protocol/calls/game'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { isApiError } from '../../api/errors.ts'
import { useSolution } from '../../chain/queries/use-solution.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { AmountInput } from '../../ui/amounts/amount-input.tsx'
import { isNothing, readAmount } from '../../ui/amounts/typed-amount.ts'
import { cx } from '../../ui/cx.ts'
import { openTransaction } from '../transaction/intents.ts'
import { PayButton } from '../transaction/shortage/pay-button.tsx'
import { WaySteps } from '../transaction/shortage/way-steps.tsx'
import type { DrawBook } from './draw-book.ts'

interface Entry {
  readonly digit: number
  readonly amount: bigint
}

/**
 * Checks an entry with the server. Too little DR in the wallet passes: getting it becomes a step of the
 * plan. Throws every other refusal.
 */
const checkEntry = async ({ round }: DrawRound, { digit, amount }: Entry): Promise<void> => {
  try {
    await callApi('addDigitUserLog', { request: { round, digit, amount: amount.toString() } })
  } catch (error) {
    if (!isApiError(error, 'WALLET_BALANCE_TOO_LOW')) throw error
  }
}

/** Form for a digit and an amount; the server checks them, the contract decides. */
export const EntryForm = ({ round, book }: { readonly round: DrawRound; readonly book: DrawBook }) => {
  const t = useT()
  const [digit, setDigit] = useState<number | null>(null)
  const [text, setText] = useState('')
  const [attempts, setAttempts] = useState(0)
  const parsed = readAmount(text)
  const minimum = BigInt(book.entryMinimum)
  const max = digit === null ? null : BigInt(round.acceptable[digit] ?? '0')
  const refusal = !parsed.ok
    ? undefined
    : parsed.value < minimum
      ? t('game.minimum', { amount: formatAmount(minimum) })
      : max !== null && parsed.value > max
        ? t('game.max', { amount: formatAmount(max, { maxDecimals: 2 }) })
        : undefined
  const chosen = round.state === 'open' && digit !== null
  const ready = chosen && parsed.ok && refusal === undefined
  const takes = { DR: parsed.ok ? parsed.value : 0n }
  const solution = useSolution({ needs: takes, calls: [{ kind: 'draw', contract: 'DigitDraw', takes }] })
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (entry: Entry) => checkEntry(round, entry),
    onSuccess: async (_, { digit, amount }) => {
      const outcome = await openTransaction({
        kind: 'enterDraw',
        digit,
        amount,
        round: BigInt(round.round),
        prize: amount * BigInt(book.prizeMultiple),
        closesAt: round.closesAt,
      })
      if (outcome !== 'success' && outcome !== 'pending') return
      setText('')
      setAttempts(0)
    },
  })
  const enter = (): void => {
    reset()
    if (isNothing(parsed)) setAttempts(attempts + 1)
    else if (digit !== null && parsed.ok) mutate({ digit, amount: parsed.value })
  }
  return (
    <>
      <Digits round={round} chosen={digit} onChoose={setDigit} />
      <AmountInput
        label={t('game.amount')}
        token="DR"
        text={text}
        onText={setText}
        attempts={attempts}
        problemText={(name) => (name === 'empty' ? t('message.recharge_no') : t(`common.amount.${name}`))}
        refusal={refusal}
        understood={(shown) => t('common.amount.understood', { amount: shown })}
      />
      <WaySteps solution={ready ? solution : null} then={[t('tx.step.draw')]} />
      {error ? (
        <p role="alert" className="text-center text-14 text-out">
          {errorText(error)}
        </p>
      ) : null}
      <PayButton
        solution={solution}
        goal="enter"
        own={t('game.enter')}
        busy={isPending}
        disabled={!ready && !(chosen && isNothing(parsed))}
        onPay={enter}
      />
    </>
  )
}

const Digits = (props: {
  readonly round: DrawRound
  readonly chosen: number | null
  readonly onChoose: (digit: number) => void
}) => {
  const t = useT()
  return (
    <fieldset className="grid grid-cols-5 gap-2">
      <legend className="mb-1.5 text-12 text-t2">{t('game.digit')}</legend>
      {props.round.byDigit.map((amount, digit) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the digit
          key={digit}
          type="button"
          aria-pressed={props.chosen === digit}
          onClick={() => props.onChoose(digit)}
          className={cx(
            'num flex min-h-14 flex-col items-center justify-center rounded-16 border',
            props.chosen === digit ? 'border-gold-line bg-gold-soft text-gold' : 'border-line2 bg-s2',
          )}
        >
          <span className="text-20 font-semibold">{digit}</span>
          <span className="text-12 text-t2">{formatAmount(BigInt(amount), { maxDecimals: 0 })}</span>
        </button>
      ))}
    </fieldset>
  )
}
