import { formatAmount, parseAmount } from '@dr/protocol/amounts'
import { useState } from 'react'
import { openTransaction } from '../../chain/intents.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { AmountInput } from '../../ui/amount-input.tsx'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { splitWithdrawal, type WithdrawalLimits, withdrawalProblem } from './withdrawal-rules.ts'

type WithdrawFormProps = {
  readonly limits: WithdrawalLimits
  /** The chain's own coin. */
  readonly gasSymbol: string
  /** Called once it is done or under way. */
  readonly onSent: () => void
}

/** How much, what burns, what arrives; before anything is signed. */
export function WithdrawForm({ limits, gasSymbol, onSent }: WithdrawFormProps) {
  const t = useT()
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const parsed = parseAmount(text)
  const amount = parsed.ok ? parsed.value : 0n
  const problem = parsed.ok ? withdrawalProblem(amount, limits) : null
  const minimum = t('withdrawal.minimum', { amount: formatAmount(limits.minimum) })
  const refusal =
    problem === 'above-available'
      ? t('withdrawal.tooMuch')
      : problem === 'below-minimum'
        ? minimum
        : tried && text.trim() === ''
          ? t('message.recharge_no')
          : undefined
  const { burned, received } = splitWithdrawal(amount, limits.burnBps)
  const submit = async (): Promise<void> => {
    setTried(true)
    if (!parsed.ok || problem) return
    const outcome = await openTransaction({ kind: 'withdrawDR', account: 0, amount })
    if (outcome === 'success' || outcome === 'pending') onSent()
  }
  return (
    <>
      <Card className="flex flex-col gap-3">
        <AmountInput
          label={t('withdrawal.amount')}
          token="DR"
          text={text}
          onText={setText}
          aside={t('withdrawal.available', { amount: formatAmount(limits.available) })}
          max={{ value: limits.available, label: t('common.max') }}
          problemText={(name) => (name === 'empty' ? t('message.recharge_no') : t(`common.amount.${name}`))}
          refusal={refusal}
          understood={(shown) => t('common.amount.understood', { amount: shown })}
        />
        <Receipt
          rows={[
            { label: t('withdrawal.leaves'), value: <Amount value={amount} token="DR" size="sm" /> },
            {
              label: t('withdrawal.burned', { percent: `${limits.burnBps / 100}%` }),
              value: <Amount value={-burned} token="DR" size="sm" tone="out" />,
              tone: 'out',
            },
            {
              label: t('withdrawal.received'),
              value: <Amount value={received} token="DR" size="sm" tone="in" />,
              tone: 'in',
              total: true,
            },
          ]}
        />
        <p className="text-12 text-t2">
          {minimum} · {t('withdrawal.gas', { symbol: gasSymbol })}
        </p>
      </Card>
      <p className="px-1 text-14 text-t2">{t('withdrawal.how')}</p>
      <BottomBar>
        <Button
          variant="primary"
          disabled={problem !== null || (text.trim() !== '' && !parsed.ok)}
          onClick={() => void submit()}
        >
          {t('withdrawal.next')}
        </Button>
      </BottomBar>
    </>
  )
}
