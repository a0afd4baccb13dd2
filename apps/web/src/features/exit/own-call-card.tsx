import { formatAmount } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import { exitQuery } from '../../chain/queries/exit.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { endedText } from './ended-text.ts'
import { lockText } from './lock-text.ts'
import { openClaim } from './open-claim.ts'

type OwnCallCardProps = {
  readonly address: Address
  readonly vault: VaultIndex
  readonly token: 'DR' | 'USDT'
  readonly onCheck: () => void
}

/** The second way to withdraw: the wallet's own call, which needs no signature of the server. */
export const OwnCallCard = ({ address, vault, token, onCheck }: OwnCallCardProps) => {
  const t = useT()
  const exit = useQuery(exitQuery(address))
  const money = useQuery(userMoneyQuery(address))
  const book = exit.data?.report.books.find(({ name }) => name.vault === vault && name.token === token)
  if (exit.data === undefined || book === undefined) return null
  const { claim } = book
  const { lock } = exit.data.report
  const canClaim = claim !== null && lock === null
  const ended = lock === null ? endedText(t, book, money.data?.balances) : null
  const amount = (value: bigint): string => `${formatAmount(value, { maxDecimals: 4 })} ${token}`
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <CardHeader title={t('exit.own.title')} />
        <p className="mt-1 text-14 text-t2">
          {lock !== null
            ? lockText(t, lock)
            : claim === null
              ? t('exit.own.none')
              : t('exit.own.text', { amount: amount(claim.amount), arrives: amount(claim.arrives) })}
        </p>
        {ended === null ? null : <p className="mt-1 text-14 text-out">{ended}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {canClaim ? (
          <Button className="flex-1" onClick={() => openClaim(book, money.data?.balances)}>
            {t('exit.own.button')}
          </Button>
        ) : null}
        <Button variant={canClaim ? 'ghost' : 'quiet'} className="flex-1" onClick={onCheck}>
          {t('exit.left.check')}
        </Button>
      </div>
    </Card>
  )
}
