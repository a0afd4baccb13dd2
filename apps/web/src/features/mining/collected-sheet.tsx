import { formatAmount } from '@dr/protocol/amounts'
import { WITHDRAWAL_MINIMUM_DR } from '@dr/protocol/constants'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Collected } from '../../api/collected.ts'
import { configQuery } from '../../api/queries/public.ts'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import { useSession } from '../../api/session/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { CountedAmount } from '../../ui/amounts/counted-amount.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Reward } from '../../ui/pictures/reward.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { formatShort } from '../../ui/text/format.ts'

type CollectedSheetProps = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Null once closed. */
  readonly collected: Collected | null
  readonly onWithdraw: () => void
}

/** Collected amount, its account, and the next actions. */
export const CollectedSheet = ({ open, onOpenChange, collected, onWithdraw }: CollectedSheetProps) => {
  const t = useT()
  // The content stays while the sheet closes.
  const [last, setLast] = useState(collected)
  if (collected !== null && collected !== last) setLast(collected)
  if (last === null) return null
  return (
    <Sheet
      name="collected"
      open={open}
      onOpenChange={onOpenChange}
      title={t('message.tq_success')}
      footer={
        <>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {t('tx.done')}
          </Button>
          <Withdraw sinceMs={last.answeredAtMs} onWithdraw={onWithdraw} />
        </>
      }
    >
      <Reward title={t('moment.collected.where')}>
        <CountedAmount
          key={last.journalId}
          value={BigInt(last.amount)}
          token="DR"
          size="lg"
          signed
          tone="in"
        />
      </Reward>
      <Facts collected={last} />
    </Sheet>
  )
}

const Facts = ({ collected }: { readonly collected: Collected }) => {
  const t = useT()
  const session = useSession()
  return (
    <Receipt
      rows={[
        ...(session.status === 'signed-in'
          ? [
              {
                label: t('moment.collected.balance'),
                value: <Balance sinceMs={collected.answeredAtMs} />,
              },
            ]
          : []),
        {
          label: t('home.detail.funding'),
          value: t('home.detail.release', { id: collected.releaseId }),
        },
        ...(collected.nextCollectableAt === null
          ? []
          : [
              {
                label: t('moment.collected.next'),
                value: formatShort(collected.nextCollectableAt * 1_000),
              },
            ]),
      ]}
    />
  )
}

/** DR in the miner account, read after the collection; null: unavailable, undefined: not read yet. */
const useMinerBalance = (sinceMs: number): bigint | null | undefined => {
  const session = useSession()
  const address = session.status === 'signed-in' ? session.address : null
  const query = useQuery({ ...userMoneyQuery(address ?? '0x'), enabled: address !== null })
  if (query.isError) return null
  if (!query.data || query.dataUpdatedAt < sinceMs) return undefined
  const miner = query.data.balances.find(({ account, token }) => account === 0 && token === 'DR')
  return miner ? BigInt(miner.available) : null
}

/** Withdraw button, active from the minimum on. */
const Withdraw = ({ sinceMs, onWithdraw }: { readonly sinceMs: number; readonly onWithdraw: () => void }) => {
  const t = useT()
  const { data: config } = useQuery(configQuery())
  const balance = useMinerBalance(sinceMs)
  const minimum = config ? BigInt(config.parameters.withdrawalMinimum.DR) : WITHDRAWAL_MINIMUM_DR
  const enough = balance !== undefined && balance !== null && balance >= minimum
  return (
    <Button disabled={!enough} onClick={onWithdraw}>
      {enough || balance === undefined
        ? t('assets.withdraw')
        : t('moment.collected.withdrawFrom', { minimum: formatAmount(minimum) })}
    </Button>
  )
}

/** Balance; a dash if it cannot be read, not 0. */
const Balance = ({ sinceMs }: { readonly sinceMs: number }) => {
  const balance = useMinerBalance(sinceMs)
  if (balance === undefined) return <span>…</span>
  return balance === null ? <span>—</span> : <Amount value={balance} token="DR" size="sm" />
}
