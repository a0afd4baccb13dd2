import type { ResponseOf } from '@dr/protocol/call'
import type { miningInfo } from '@dr/protocol/calls/user-mining'
import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { stoppedQuery } from '../../api/queries/endings.ts'
import { useT } from '../../i18n/use-t.ts'
import { useQuantity } from '../../ui/form/quantity.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Stepper } from '../../ui/form/stepper.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { openTransaction } from '../transaction/intents.ts'
import { PayButton } from '../transaction/shortage/pay-button.tsx'
import { WaySteps } from '../transaction/shortage/way-steps.tsx'
import { Fee, PowerGain } from './power-gain.tsx'
import { usePowerSolution } from './use-power-solution.ts'

type MiningInfo = ResponseOf<typeof miningInfo>
type Scope = 'not-activated' | 'paused' | 'all'
/** One year. The server refuses more periods than a machine's life allows. */
const PERIODS_MAX = 12

type PayAllSheetProps = {
  readonly address: Address
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly info: MiningInfo
}

/** Machines that never ran first, then stopped ones, then all. */
const SCOPES = ['not-activated', 'paused', 'all'] as const satisfies readonly Scope[]

/** Electricity for all machines of a state, or for every one that can take it, as one order. */
export const PayAllSheet = ({ address, open, onOpenChange, info }: PayAllSheetProps) => {
  const t = useT()
  const { machines } = info
  const counts: Record<Scope, number> = {
    'not-activated': machines['not-activated'] ?? 0,
    paused: machines.paused ?? 0,
    all: (machines['not-activated'] ?? 0) + (machines.paused ?? 0) + (machines.producing ?? 0),
  }
  const [wanted, setScope] = useState<Scope | null>(null)
  const quantity = useQuantity({ max: PERIODS_MAX })
  const periods = quantity.count
  // Machines without output come first: paying for all also renews the running ones.
  const scope = wanted ?? SCOPES.find((name) => counts[name] > 0) ?? 'all'
  const count = counts[scope]
  const fee = electricityFee({ machines: count, periods })
  const solution = usePowerSolution({ machines: count, fee })
  const stoppedPower = useStoppedPower(address, counts)
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
              <Fee value={fee} />
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
          items={SCOPES.filter((value) => counts[value] > 0).map((value) => ({
            value,
            label: labels[value],
            count: counts[value],
          }))}
        />
        <div className="flex min-h-14 items-center justify-between gap-3">
          <span className="text-14">{t('backpack.pay.periods')}</span>
          <Stepper label={t('backpack.pay.periods')} quantity={quantity} />
        </div>
        <PowerGain
          stoppedPower={stoppedPower[scope]}
          mining={scope === 'all' ? BigInt(info.ratePerDay) : 0n}
        />
        <WaySteps solution={solution} then={[t('tx.step.activate')]} />
        {count > MACHINE_BATCH_MAX ? (
          <p className="text-12 text-t2">{t('backpack.pay.many', { count: MACHINE_BATCH_MAX })}</p>
        ) : null}
      </div>
    </Sheet>
  )
}

/** Power of machines without output, by scope, in T; null: some are not read. */
const useStoppedPower = (
  address: Address,
  counts: Readonly<Record<Scope, number>>,
): Readonly<Record<Scope, number | null>> => {
  const powerOf = (count: number, read: readonly { readonly power: number }[] | undefined): number | null =>
    count === 0 ? 0 : read?.length === count ? read.reduce((sum, { power }) => sum + power, 0) : null
  const fresh = useQuery({
    ...stoppedQuery(address, 'not-activated'),
    enabled: counts['not-activated'] > 0,
  })
  const paused = useQuery({ ...stoppedQuery(address, 'paused'), enabled: counts.paused > 0 })
  const power = {
    'not-activated': powerOf(counts['not-activated'], fresh.data?.machines),
    paused: powerOf(counts.paused, paused.data?.machines),
  }
  const all =
    power['not-activated'] === null || power.paused === null ? null : power['not-activated'] + power.paused
  return { ...power, all }
}
