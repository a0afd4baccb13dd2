import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Collected } from '../../api/collected.ts'
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
  /** Null once it is closed. */
  readonly collected: Collected | null
  readonly onWithdraw: () => void
  readonly onPower: () => void
}

/** What was just collected, where it is, and what can be done with it. */
export const CollectedSheet = ({
  open,
  onOpenChange,
  collected,
  onWithdraw,
  onPower,
}: CollectedSheetProps) => {
  const t = useT()
  // It stays on screen while the sheet moves out.
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
          <Button variant="primary" onClick={onWithdraw}>
            {t('assets.withdraw')}
          </Button>
          <Button onClick={onPower}>{t('moment.collected.pod')}</Button>
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
                value: <Balance address={session.address} sinceMs={collected.answeredAtMs} />,
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

type BalanceProps = { readonly address: Parameters<typeof userMoneyQuery>[0]; readonly sinceMs: number }

/** As read after the collection; a dash where it cannot be read, never 0. */
const Balance = ({ address, sinceMs }: BalanceProps) => {
  const { data, dataUpdatedAt, isError } = useQuery(userMoneyQuery(address))
  if (isError) return <span>—</span>
  if (!data || dataUpdatedAt < sinceMs) return <span>…</span>
  const miner = data.balances.find(({ account, token }) => account === 0 && token === 'DR')
  return miner ? <Amount value={BigInt(miner.available)} token="DR" size="sm" /> : <span>—</span>
}
