import { formatAmount } from '@dr/protocol/amounts'
import type { MachineState } from '@dr/protocol/calls/user-mining'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { type MachineEarnings, type MiningMarket, machineEarnings } from '@dr/protocol/rules/mining-rate'
import { PERIOD_SECONDS } from '@dr/protocol/rules/paid-until'
import { earningsText, formatRate } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Rig, type RigState } from '../../ui/pictures/rig.tsx'
import { Ring } from '../../ui/pictures/ring.tsx'
import { formatPower, splitSpan } from '../../ui/text/format.ts'
import { day } from '../../ui/text/moment.ts'
import { type MachineGroup, payable } from './group-machines.ts'

const tones: Record<MachineState, Tone> = {
  producing: 'in',
  paused: 'out',
  'not-activated': 'off',
  activated: 'gold',
}
const rigs: Record<MachineState, RigState> = {
  producing: 'producing',
  paused: 'paused',
  'not-activated': 'off',
  activated: 'activated',
}

type MachineCardProps = {
  readonly group: MachineGroup
  /** The product's clock, Unix seconds. */
  readonly now: number
  /** Undefined until the network is read; null: unavailable. */
  readonly market: MiningMarket | null | undefined
  readonly onPay: (group: MachineGroup) => void
  readonly onPick: (group: MachineGroup) => void
}

/** Card of one group of machines: image, output, electricity, and actions. */
export const MachineCard = ({ group, now, market, onPay, onPick }: MachineCardProps) => {
  const t = useT()
  const { name, power, tier, state, paidUntil, machines } = group
  const left = paidUntil === null ? 0 : Math.max(0, paidUntil - now)
  return (
    <li className="flex items-center gap-3.5 rounded-20 border border-line bg-s1 p-4 shadow-card">
      <Ring value={left / PERIOD_SECONDS} tone={state === 'paused' ? 'out' : 'gold'}>
        <Rig state={rigs[state]} tier={tier} size={84} />
      </Ring>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <h2 className="num font-semibold whitespace-nowrap">
            {`${name} · ${formatPower(BigInt(power))}${machines.length > 1 ? ` × ${machines.length}` : ''}`}
          </h2>
          <Chip tone={tones[state]}>{t(`backpack.state.${state}`)}</Chip>
        </div>
        <Electricity group={group} left={left} earnings={market ? earningsOf(group, market) : market} />
        <Actions group={group} onPay={onPay} onPick={onPick} />
      </div>
    </li>
  )
}

const earningsOf = ({ power, machines, state }: MachineGroup, market: MiningMarket): MachineEarnings =>
  machineEarnings(market, {
    power: power * machines.length,
    machineCount: machines.length,
    producing: state === 'producing',
  })

type ElectricityProps = {
  readonly group: MachineGroup
  readonly left: number
  readonly earnings: MachineEarnings | null | undefined
}

const Electricity = ({ group, left, earnings }: ElectricityProps) => {
  const t = useT()
  const { state, paidUntil, machines, lifeEnd } = group
  const fee = formatAmount(electricityFee({ machines: machines.length, periods: 1 }))
  const over = state === 'paused' && payable(machines).length === 0
  const { days, hours } = splitSpan(left)
  const lines: Record<MachineState, string> = {
    producing: t('backpack.electricityLeft', {
      time: days > 0 ? t('common.days', { count: days }) : t('common.hours', { count: hours }),
    }),
    paused: paidUntil === null ? '' : t('backpack.expired', { date: day(paidUntil) }),
    activated: t('backpack.confirming'),
    'not-activated': earnings
      ? t('earnings.powering', {
          count: machines.length,
          amount: formatRate(earnings.addsPerDay),
          fee: formatAmount(earnings.electricity),
        })
      : t('backpack.needs', { amount: fee }),
  }
  return (
    <>
      {state === 'producing' && earnings !== null ? (
        <p className="num mt-0.5 text-12 font-semibold text-in">
          {earnings ? earningsText(t, earnings) : '…'}
        </p>
      ) : null}
      <p className="num mt-0.5 text-12 text-t2">{lines[state]}</p>
      <p className="num text-12 text-t2">
        {over
          ? t('backpack.lifeOver')
          : state === 'paused'
            ? t('backpack.fee', { amount: fee })
            : t('backpack.lifeEnd', { date: day(lifeEnd) })}
      </p>
    </>
  )
}

const Actions = ({ group, onPay, onPick }: Pick<MachineCardProps, 'group' | 'onPay' | 'onPick'>) => {
  const t = useT()
  const { state, machines } = group
  const count = payable(machines).length
  if (count === 0) return null
  const fresh = state === 'not-activated'
  return (
    <div className="mt-2.5 flex flex-wrap gap-2">
      {machines.length > 1 ? (
        <Button size="sm" className="flex-auto" onClick={() => onPick(group)}>
          {t('backpack.pick')}
        </Button>
      ) : null}
      <Button size="sm" variant="accent" className="flex-auto" onClick={() => onPay(group)}>
        {fresh
          ? t('backpack.activateN', { count })
          : machines.length > 1
            ? t('backpack.renewN', { count })
            : t('backpack.renew')}
      </Button>
    </div>
  )
}
