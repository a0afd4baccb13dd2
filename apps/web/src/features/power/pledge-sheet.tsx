import { formatAmount } from '@dr/protocol/amounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { invalidate } from '../../api/invalidate.ts'
import { changePledge } from '../../api/mutations/change-pledge.ts'
import { errorText } from '../../i18n/error-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { AmountInput } from '../../ui/amounts/amount-input.tsx'
import { isNothing, isUnreadable, readAmount } from '../../ui/amounts/typed-amount.ts'
import { Button } from '../../ui/form/button.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { toast } from '../../ui/status/toast.ts'
import { moment } from '../../ui/text/moment.ts'
import { type PledgeAction, type PledgeParts, pledgeLimits, pledgeParts } from './pledge-limits.ts'
import type { PodPowerInfo } from './power-hero.tsx'

type PledgeSheetProps = {
  readonly address: Address
  readonly action: PledgeAction
  readonly info: PodPowerInfo
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Request, and its expected effective times. */
interface Sent {
  readonly amount: bigint
  readonly parts: PledgeParts
  readonly endsAt: PodPowerInfo['week']['endsAt']
}

/** Form for pledging or unpledging, with the effective date. No transaction: POD units are in the ledger. */
export const PledgeSheet = ({ address, action, info, open, onOpenChange }: PledgeSheetProps) => {
  const t = useT()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [attempts, setAttempts] = useState(0)
  const max = pledgeLimits(info)[action]
  const parsed = readAmount(text)
  const parts = pledgeParts(action, info, parsed.ok ? parsed.value : 0n)
  const { endsAt } = info.week
  const change = useMutation({
    mutationFn: ({ amount }: Sent) => changePledge({ action, amount }),
    onSuccess: ({ effectiveAt }, { parts, endsAt }) => {
      // Compared with the end of the week in which it was sent: in a later one nothing of it was pending.
      const isAtOnce = parts.atWeekEnd === 0n && effectiveAt === endsAt
      toast.success(
        isAtOnce
          ? t(`power.pledge.${action}Now`)
          : t(`power.pledge.${action}Done`, { time: moment(effectiveAt) }),
      )
      onOpenChange(false)
    },
    onSettled: () => invalidate(client, address, ['pod-power', 'dividends', 'mining']),
  })
  const tooMuch = parsed.ok && parsed.value > max
  const refused = change.error ? (errorText(change.error) ?? t('error.transport')) : undefined
  const send = (): void => {
    if (isNothing(parsed)) setAttempts(attempts + 1)
    else if (parsed.ok) change.mutate({ amount: parsed.value, parts, endsAt })
  }
  return (
    <Sheet
      name="pledge"
      open={open}
      onOpenChange={onOpenChange}
      title={t(`power.pledge.${action}`)}
      footer={
        <Button
          variant="primary"
          busy={change.isPending}
          disabled={tooMuch || isUnreadable(parsed)}
          onClick={send}
        >
          {t(`power.pledge.${action}`)}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <AmountInput
          label={t('power.pledge.amount')}
          token="POD"
          text={text}
          onText={(next) => {
            change.reset()
            setText(next)
          }}
          aside={t(`power.pledge.${action}Max`, { amount: formatAmount(max, { maxDecimals: 8 }) })}
          max={{ value: max, label: t('common.max') }}
          attempts={attempts}
          problemText={(name) => (name === 'empty' ? t('message.recharge_no') : t(`common.amount.${name}`))}
          refusal={tooMuch ? t('error.20005') : refused}
          understood={(shown) => t('common.amount.understood', { amount: shown })}
        />
        <Receipt rows={effectRows(t, parts, endsAt)} />
        <p className="text-14 text-t2">{t(`power.pledge.${action}Note`)}</p>
      </div>
    </Sheet>
  )
}

const effectRows = (
  t: Translate,
  { atOnce, atWeekEnd }: PledgeParts,
  endsAt: PodPowerInfo['week']['endsAt'],
): readonly ReceiptRow[] => {
  const label = t('power.row.effective')
  if (atOnce === 0n) return [{ label, value: moment(endsAt) }]
  if (atWeekEnd === 0n) return [{ label, value: t('power.row.atOnce') }]
  const units = (amount: bigint): string => `${formatAmount(amount, { maxDecimals: 8 })} POD`
  return [
    { label: t('power.row.atOnce'), value: units(atOnce) },
    { label: moment(endsAt), value: units(atWeekEnd) },
  ]
}
