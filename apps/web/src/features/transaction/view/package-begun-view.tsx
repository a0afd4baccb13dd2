import type { PackagePosition } from '@dr/protocol/calls/packages'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { depositQuery, openPositionsQuery } from '../../../api/queries/packages.ts'
import { formatRate } from '../../../i18n/rate-text.ts'
import { useT } from '../../../i18n/use-t.ts'
import { CountedAmount } from '../../../ui/amounts/counted-amount.tsx'
import { Receipt, type ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { inRow } from '../../../ui/lists/receipt-rows.tsx'
import { Reward } from '../../../ui/pictures/reward.tsx'
import { day } from '../../../ui/text/moment.ts'
import { finalRow } from './final-row.tsx'

type PackageBegunViewProps = {
  readonly account: Address
  readonly hash: string
  readonly left: readonly ReceiptRow[]
  /** Shown until the deposit is booked as a position; permanently for a returned one. */
  readonly waiting: ReactNode
}

/** A deposit that became a position: principal, income, and when both are paid. */
export const PackageBegunView = ({ account, hash, left, waiting }: PackageBegunViewProps) => {
  const { data: deposit } = useQuery(depositQuery(account, hash))
  const positions = useInfiniteQuery({
    ...openPositionsQuery(account),
    enabled: deposit?.state === 'position',
  })
  const position = positions.data?.pages
    .flatMap(({ items }) => items)
    .find(({ positionId }) => positionId === deposit?.positionId)
  return position ? <Begun position={position} hash={hash} left={left} /> : waiting
}

type BegunProps = Pick<PackageBegunViewProps, 'hash' | 'left'> & { readonly position: PackagePosition }

const Begun = ({ position, hash, left }: BegunProps) => {
  const t = useT()
  const { token, incomeToken, principal, income, maturesAt } = position
  return (
    <>
      <Reward title={t('tx.deposit.booked')} icon="coin">
        <CountedAmount value={BigInt(principal)} token={token} size="lg" />
        <p className="num text-16 font-semibold text-in">
          {t('moment.package.earns', { amount: `${formatRate(BigInt(income))} ${incomeToken}` })}
        </p>
        <p className="num text-14 text-t2">{t('packages.matures', { date: day(maturesAt) })}</p>
      </Reward>
      <Receipt
        rows={[
          ...left,
          inRow(t('tx.row.income'), BigInt(income), incomeToken),
          inRow(t('tx.row.principalBack'), BigInt(principal), token),
          { label: t('packages.row.matures'), value: day(maturesAt) },
          finalRow(t, hash),
        ]}
      />
    </>
  )
}
