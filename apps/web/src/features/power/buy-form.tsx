import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSolution } from '../../chain/queries/use-solution.ts'
import { walletBalancesQuery } from '../../chain/queries/wallet-balances.ts'
import { podPowerTakes } from '../../chain/shortage/purchase.rules.ts'
import type { Solution } from '../../chain/shortage/shortage.rules.ts'
import { useWallet } from '../../chain/wallet/wallet.ts'
import { useT } from '../../i18n/use-t.ts'
import { AmountInput } from '../../ui/amounts/amount-input.tsx'
import { isNothing, isUnreadable, readAmount } from '../../ui/amounts/typed-amount.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { openTransaction } from '../transaction/intents.ts'
import { PayButton } from '../transaction/shortage/pay-button.tsx'
import { WaySteps } from '../transaction/shortage/way-steps.tsx'
import type { Basis, Purchase } from './purchase.ts'
import { PurchasePreview } from './purchase-preview.tsx'
import { type PodPowerConfig, usePurchase } from './use-purchase.ts'

type BuyFormProps = {
  readonly config: PodPowerConfig & { readonly prices: NonNullable<PodPowerConfig['prices']> }
  readonly ready: boolean
  readonly instead: ReactNode
  readonly signedIn: boolean
}

const BASES = ['DR', 'USDR', 'USD'] as const

export const BuyForm = ({ config, ready, instead, signedIn }: BuyFormProps) => {
  const t = useT()
  const { address } = useWallet()
  const { data: balances } = useQuery(walletBalancesQuery(address))
  const [basis, setBasis] = useState<Basis>('DR')
  const [text, setText] = useState('')
  const [attempts, setAttempts] = useState(0)
  const parsed = readAmount(text)
  const typed = parsed.ok ? parsed.value : 0n
  const { purchase, prices } = usePurchase(config, { basis, typed, signedIn })
  const solution = usePodSolution(purchase)
  const minimum = BigInt(config.minimumDr)
  const tooLittle = parsed.ok && purchase.drAmount < minimum
  const max = basis === 'USD' ? undefined : balances?.[basis]
  const buy = async (): Promise<void> => {
    if (isNothing(parsed)) return setAttempts(attempts + 1)
    const outcome = await openTransaction({ kind: 'buyPODpower', drAmount: purchase.drAmount })
    if (outcome !== 'success' && outcome !== 'pending') return
    setText('')
    setAttempts(0)
  }
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader title={t('power.buy')} aside={t('power.offer', { units: unitsOf(config) })} />
      <Segmented<Basis>
        label={t('power.basis')}
        value={basis}
        onChange={setBasis}
        items={BASES.map((value) => ({ value, label: t(`power.basis.${value}`) }))}
      />
      <AmountInput
        label={t(`power.amount.${basis}`)}
        token={basis}
        text={text}
        onText={setText}
        {...(max === undefined
          ? {}
          : {
              aside: t('power.inWallet', { amount: formatAmount(max, { maxDecimals: 4 }) }),
              max: { value: max, label: t('common.max') },
            })}
        attempts={attempts}
        problemText={(name) => (name === 'empty' ? t('message.recharge_no') : t(`common.amount.${name}`))}
        refusal={tooLittle ? t('power.minimum', { amount: formatAmount(minimum) }) : undefined}
        understood={(shown) => t('common.amount.understood', { amount: shown })}
      />
      <WaySteps solution={tooLittle ? null : solution} then={[t('tx.step.pod')]} />
      <PurchasePreview purchase={purchase} prices={prices} startsAt={config.week.endsAt} />
      <p className="rounded-16 bg-out-soft px-4 py-3 text-14 text-t1">{t('power.risk')}</p>
      {ready ? (
        // Stays within the thumb's reach while scrolling.
        <div className="sticky bottom-[calc(56px+max(12px,env(safe-area-inset-bottom)))] wide:bottom-0 -mx-4 -mb-4 flex flex-col gap-2 rounded-b-20 border-t border-line bg-s1 px-4 pt-3 pb-4">
          <PayButton
            solution={solution}
            goal="buy"
            own={t('power.buyNow')}
            disabled={tooLittle || isUnreadable(parsed)}
            onPay={() => void buy()}
          />
        </div>
      ) : (
        instead
      )}
    </Card>
  )
}

/** Units for one dollar. */
const unitsOf = ({ powerBps }: PodPowerConfig): string => String(powerBps / 10_000)

/** Way for the connected wallet to pay the purchase. */
const usePodSolution = ({ drAmount, usdrAmount }: Purchase): Solution | null => {
  const { address } = useWallet()
  const { data: wallet } = useQuery(walletBalancesQuery(address))
  // The same amounts as in the following plan.
  const needs = podPowerTakes({ drAmount, usdrAmount }, wallet ?? { USDR: 0n })
  return useSolution({
    needs,
    shown: { DR: drAmount, USDR: usdrAmount },
    calls: [{ kind: 'buy-pod-power', contract: 'DigitalRights', takes: needs }],
  })
}
