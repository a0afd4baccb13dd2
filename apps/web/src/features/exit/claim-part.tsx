import { formatAmount, WAD } from '@dr/protocol/amounts'
import { type SubmitEvent, useState } from 'react'
import type { BookReport } from '../../../exit/report.ts'
import type { UserBalance } from '../../api/queries/user-money.ts'
import { useT } from '../../i18n/use-t.ts'
import { AmountInput } from '../../ui/amounts/amount-input.tsx'
import { isNothing, readAmount } from '../../ui/amounts/typed-amount.ts'
import { Button } from '../../ui/form/button.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { openClaim } from './open-claim.ts'

type ClaimPartProps = {
  readonly book: BookReport
  readonly most: bigint
  readonly balances: readonly UserBalance[] | undefined
}

/** Claims a part of what a book pays now: one token or more, or all there is. */
export const ClaimPart = ({ book, most, balances }: ClaimPartProps) => {
  const t = useT()
  const [text, setText] = useState('')
  const [attempts, setAttempts] = useState(0)
  const { token } = book.name
  const parsed = readAmount(text)
  const upTo = t('exit.part.most', { amount: `${formatAmount(most)} ${token}` })
  const refuse = (amount: bigint): string | undefined => {
    if (amount > most) return upTo
    return amount < WAD && amount !== most ? t('transfer.minimum', { amount: '1', token }) : undefined
  }
  const refusal = parsed.ok ? refuse(parsed.value) : undefined
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isNothing(parsed)) setAttempts(attempts + 1)
    else if (parsed.ok && refusal === undefined) openClaim(book, balances, parsed.value)
  }
  return (
    <Disclosure title={t('exit.part.title')}>
      <form onSubmit={submit} className="flex flex-col gap-2">
        <AmountInput
          label={t('exit.part.amount')}
          token={token}
          text={text}
          onText={setText}
          aside={upTo}
          attempts={attempts}
          problemText={(name) => t(name === 'empty' ? 'message.recharge_no' : `common.amount.${name}`)}
          refusal={refusal}
          understood={(shown) => t('common.amount.understood', { amount: shown })}
        />
        <Button type="submit" disabled={refusal !== undefined}>
          {t('exit.part.button')}
        </Button>
      </form>
    </Disclosure>
  )
}
