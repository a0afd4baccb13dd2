import type { Machine } from '@dr/protocol/calls/user-mining'
import { machineEarnings } from '@dr/protocol/rules/mining-rate'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { producingQuery } from '../../../api/queries/endings.ts'
import { drgvPriceQuery } from '../../../api/queries/public.ts'
import type { VoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { earningsText } from '../../../i18n/rate-text.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Receipt, type ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { Reward } from '../../../ui/pictures/reward.tsx'
import { day } from '../../../ui/text/moment.ts'
import { finalRow } from './final-row.tsx'

type ActivatedViewProps = {
  readonly account: Address
  readonly message: VoucherMessage<'activate-machine'>
  readonly hash: string | null
  /** Amounts paid, including those of a purchase before it. */
  readonly left: readonly ReceiptRow[]
  /** Shown until the server has booked the final payment. */
  readonly waiting: ReactNode
}

/**
 * Electricity is paid and final: the machines that now mine, their output, and the end of their
 * electricity.
 */
export const ActivatedView = ({ account, message, hash, left, waiting }: ActivatedViewProps) => {
  const t = useT()
  const { data } = useQuery(producingQuery(account, message.machineIDs.map(String)))
  const prices = useQuery(drgvPriceQuery()).data
  if (!data || data.machines.length < message.machineIDs.length) return waiting
  const { machines, pool } = data
  const earnings = machineEarnings(
    {
      networkPower: pool.networkPower,
      ownPower: pool.power,
      emissionPerDay: BigInt(pool.emissionPerDay),
      drPrice: prices ? BigInt(prices.DR.price) : null,
      drgvPrice: prices ? BigInt(prices.DRGV.price) : null,
    },
    {
      power: machines.reduce((sum, { power }) => sum + power, 0),
      machineCount: machines.length,
      producing: true,
    },
  )
  return (
    <>
      <Reward
        title={t('moment.mining.title', { count: machines.length })}
        tier={Math.max(...machines.map(({ tier }) => tier))}
      >
        <p className="num text-16 font-semibold text-in">{earningsText(t, earnings)}</p>
        <p className="num text-14 text-t2">{t('moment.mining.until', { date: endsText(machines) })}</p>
      </Reward>
      <Receipt rows={[...left, finalRow(t, hash)]} />
    </>
  )
}

/** Day on which their electricity ends; for several machines the first and the last. */
const endsText = (machines: readonly Pick<Machine, 'paidUntil'>[]): string => {
  const ends = machines.map(({ paidUntil }) => paidUntil ?? 0).sort((a, b) => a - b)
  const [first, last] = [ends[0] ?? 0, ends.at(-1) ?? 0].map(day)
  return first === last ? `${first}` : `${first} – ${last}`
}
