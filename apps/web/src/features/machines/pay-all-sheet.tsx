import type { ResponseOf } from '@dr/protocol/call'
import type { miningInfo } from '@dr/protocol/calls/user-mining'
import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { useQuantity } from '../../ui/form/quantity.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Stepper } from '../../ui/form/stepper.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { openTransaction } from '../transaction/intents.ts'
import { PayButton } from '../transaction/shortage/pay-button.tsx'
import { WaySteps } from '../transaction/shortage/way-steps.tsx'
import { usePowerSolution } from './use-power-solution.ts'

type Counts = ResponseOf<typeof miningInfo>['machines']
type Scope = 'not-activated' | 'paused' | 'all'
/** One year. The server refuses more periods than a machine's life allows. */
const PERIODS_MAX = 12

type PayAllSheetProps = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly machines: Counts
}

/** Electricity for all machines of a state, or for all that can take it, as one order. */
export const PayAllSheet = ({ open, onOpenChange, machines }: PayAllSheetProps) => {
  const t = useT()
  const counts: Record<Scope, number> = {
    'not-activated': machines['not-activated'] ?? 0,
    paused: machines.paused ?? 0,
    all: (machines['not-activated'] ?? 0) + (machines.paused ?? 0) + (machines.producing ?? 0),
  }
  const [wanted, setScope] = useState<Scope>('not-activated')
  const quantity = useQuantity({ max: PERIODS_MAX })
  const periods = quantity.count
  const scope = counts[wanted] > 0 ? wanted : 'all'
  const count = counts[scope]
  const fee = electricityFee({ machines: count, periods })
  const solution = usePowerSolution({ machines: count, fee })
  const labels: Record<Scope, string> = {
    'not-activated': t('backpack.state.not-activated'),
    paused: t('backpack.state.paused'),
    all: t('common.all'),
  }
  const pay = (Period: number): void => {
    onOpenChange(false)
    void openTransaction({
      kind: 'activateMachine',
      all: scope,
      machineCount: count,
      Period,
    }).then((outcome) => outcome === 'back' && onOpenChange(true))
  }
  if (count === 0) {
    return (
      <Sheet name="pay-all" open={open} onOpenChange={onOpenChange} title={t('backpack.pay.title')}>
        <EmptyState icon="power" title={t('backpack.pay.none')} />
      </Sheet>
    )
  }
  return (
    <Sheet
      name="pay-all"
      open={open}
      onOpenChange={onOpenChange}
      title={t('backpack.pay.title')}
      footer={
        <>
          {quantity.value === null ? null : (
            <div className="flex items-baseline justify-between gap-3">
              <span className="num text-12 text-t2">{t('backpack.pay.calc', { count, periods })}</span>
              <Amount value={fee} token="DRGV" />
            </div>
          )}
          <PayButton
            solution={solution}
            goal="pay"
            own={t(scope === 'not-activated' ? 'backpack.activateN' : 'backpack.renewN', { count })}
            onPay={() => quantity.ask(pay)}
          />
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-14">{t('backpack.pay.scope')}</p>
        <Segmented
          label={t('backpack.pay.scope')}
          value={scope}
          onChange={setScope}
          items={(['not-activated', 'paused', 'all'] as const)
            .filter((value) => counts[value] > 0)
            .map((value) => ({ value, label: labels[value], count: counts[value] }))}
        />
        <div className="flex min-h-14 items-center justify-between gap-3">
          <span className="text-14">{t('backpack.pay.periods')}</span>
          <Stepper label={t('backpack.pay.periods')} quantity={quantity} />
        </div>
        <WaySteps solution={solution} then={[t('tx.step.activate')]} />
        {count > MACHINE_BATCH_MAX ? (
          <p className="text-12 text-t2">{t('backpack.pay.many', { count: MACHINE_BATCH_MAX })}</p>
        ) : null}
      </div>
    </Sheet>
  )
}
