import type { ParameterName } from '@dr/protocol/parameters'
import type { PayoutToken } from '@dr/protocol/tokens'
import { useState } from 'react'
import type { Address } from 'viem'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { readAmount, typed } from './read-fields.ts'
import { subjectName } from './subject-name.ts'
import { useOperation } from './use-operation.ts'

/** Subject of a proposal and its present value (base units). */
export type Proposed = { readonly subject: string; readonly value: string } & (
  | { readonly kind: 'limit'; readonly name: ParameterName }
  | { readonly kind: 'budget'; readonly packageId: number; readonly token: PayoutToken }
)

type ProposeFormProps = {
  readonly address: Address
  readonly proposed: Proposed
  readonly onClose: () => void
}

/** Proposes a new value with its reason; nothing changes until another operator approves it. */
export const ProposeForm = ({ address, proposed, onClose }: ProposeFormProps) => {
  const t = useT()
  const { run, busy } = useOperation(address, onClose)
  const [text, setText] = useState(() => typed(proposed.value))
  const [reason, setReason] = useState('')
  const value = readAmount(text)
  const { name, unit } = subjectName(t, proposed.subject)
  const propose = (): void => {
    if (value === null) return
    const why = reason.trim()
    const request =
      proposed.kind === 'limit'
        ? ({ kind: 'limit', name: proposed.name, value, reason: why } as const)
        : ({
            kind: 'budget',
            packageId: proposed.packageId,
            token: proposed.token,
            withheld: value,
            reason: why,
          } as const)
    run({ name: 'operatorPropose', request })
  }
  return (
    <Sheet
      name="propose-form"
      open
      onOpenChange={onClose}
      title={name}
      description={t(proposed.kind === 'limit' ? 'operator.propose.lead' : 'operator.propose.budgetLead')}
      footer={
        <Button
          variant="primary"
          disabled={value === null || reason.trim() === ''}
          busy={busy}
          onClick={propose}
        >
          {t('operator.propose')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label={t(proposed.kind === 'limit' ? 'operator.propose.value' : 'operator.propose.withheld', {
            unit,
          })}
          value={text}
          inputMode="decimal"
          problem={value === null && text.trim() !== ''}
          onChange={setText}
        />
        <TextArea label={t('operator.reason')} value={reason} onChange={setReason} />
      </div>
    </Sheet>
  )
}
