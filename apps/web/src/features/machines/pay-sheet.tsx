import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { useQuantity } from '../../ui/form/quantity.ts'
import { Stepper } from '../../ui/form/stepper.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { openTransaction } from '../transaction/intents.ts'
import { PayButton } from '../transaction/shortage/pay-button.tsx'
import { WaySteps } from '../transaction/shortage/way-steps.tsx'
import { periodsMax, type ShownMachine } from './group-machines.ts'
import { MachineChecklist } from './machine-checklist.tsx'
import { Fee, PowerGain } from './power-gain.tsx'
import { usePowerSolution } from './use-power-solution.ts'

type PaySheetProps = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Machines that may take a period. */
  readonly machines: readonly ShownMachine[]
  /** No machine is preselected: the user chooses from the list. */
  readonly pick: boolean
}

/** Electricity for a choice of the given machines: number of periods, and the burned amount. */
export const PaySheet = ({ open, onOpenChange, machines, pick }: PaySheetProps) => {
  const t = useT()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(pick ? [] : machines.slice(0, MACHINE_BATCH_MAX).map(({ machineId }) => machineId)),
  )
  const list = machines.filter(({ machineId }) => chosen.has(machineId))
  const periods = useQuantity({ max: Math.max(1, periodsMax(list)) })
  const total = electricityFee({ machines: list.length, periods: periods.count })
  const machineIDs = list.map(({ machineId }) => machineId)
  const solution = usePowerSolution({ machines: machineIDs, fee: total })
  const stoppedPower = list.reduce((sum, { state, power }) => sum + (state === 'producing' ? 0 : power), 0)
  const fresh = list.every(({ state }) => state === 'not-activated')
  const pay = (Period: number): void => {
    onOpenChange(false)
    void openTransaction({ kind: 'activateMachine', machineIDs, Period }).then(
      (outcome) => outcome === 'back' && onOpenChange(true),
    )
  }
  return (
    <Sheet
      name="pay"
      open={open}
      onOpenChange={onOpenChange}
      title={t('backpack.pay.title')}
      footer={
        <>
          <div className="flex min-h-7 items-baseline justify-between gap-3">
            {periods.value === null ? null : (
              <>
                <span className="num text-12 text-t2">
                  {t('backpack.pay.calc', { count: list.length, periods: periods.value })}
                </span>
                <Fee value={total} />
              </>
            )}
          </div>
          <PayButton
            solution={solution}
            goal="pay"
            own={t(fresh ? 'backpack.activateN' : 'backpack.renewN', { count: list.length })}
            disabled={list.length === 0}
            onPay={() => periods.ask(pay)}
          />
        </>
      }
    >
      <div className="flex min-h-14 items-center justify-between gap-3">
        <span className="text-14">{t('backpack.pay.periods')}</span>
        <Stepper label={t('backpack.pay.periods')} quantity={periods} />
      </div>
      <div className="flex flex-col gap-3">
        <PowerGain stoppedPower={stoppedPower} mining={0n} />
        <WaySteps solution={solution} then={[t('tx.step.activate')]} />
        <MachineChecklist machines={machines} chosen={chosen} onChange={setChosen} max={MACHINE_BATCH_MAX} />
      </div>
      {machines.length > MACHINE_BATCH_MAX ? (
        <p className="mt-2 text-12 text-t2">{t('backpack.pay.many', { count: MACHINE_BATCH_MAX })}</p>
      ) : null}
    </Sheet>
  )
}
