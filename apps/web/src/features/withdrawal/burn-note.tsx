import { ceilingAt, formatAmount } from '@dr/protocol/amounts'
import type { WithdrawalTerms } from '../../chain/read-withdrawal-terms.ts'
import { useT } from '../../i18n/use-t.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { splitWithdrawal, type WithdrawalLimits } from './withdrawal-rules.ts'

const SHOWN_DECIMALS = 4

type BurnNoteProps = {
  readonly amount: bigint
  readonly limits: WithdrawalLimits
  readonly terms: WithdrawalTerms | undefined
  readonly onGetDr: () => void
}

/** USDT burns DR out of the wallet: how much is there, whether it has to be approved first, and where to get it. */
export function BurnNote({ amount, limits, terms, onGetDr }: BurnNoteProps) {
  const t = useT()
  const { burn } = splitWithdrawal(amount, limits)
  const most = burn?.most ?? 0n
  // All of it was deposited: nothing burns.
  if (amount > 0n && burn?.most === 0n) return null
  const shown = (value: bigint): string => formatAmount(value, { maxDecimals: SHOWN_DECIMALS })
  const enough = (value: bigint): string => shown(ceilingAt(value, SHOWN_DECIMALS))
  const missing = terms !== undefined && most > terms.walletDr ? most - terms.walletDr : 0n
  const steps = terms !== undefined && most > 0n && terms.allowanceDr < most
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h2 className="text-16 font-semibold">{t('withdrawal.burn.title')}</h2>
        <p className="mt-1 text-14 text-t2">{t('withdrawal.burn.why')}</p>
      </div>
      <Receipt
        rows={[
          {
            label: t('withdrawal.burn.wallet'),
            value: terms === undefined ? '—' : `${shown(terms.walletDr)} DR`,
          },
          {
            label: t('withdrawal.burn.most'),
            value: burn === null ? '—' : `${enough(most)} DR`,
            tone: 'out',
          },
        ]}
      />
      {missing > 0n ? (
        <Banner tone="out" icon="fire" live>
          <p>{t('withdrawal.burn.missing', { amount: enough(missing) })}</p>
          <Button size="sm" className="mt-2" onClick={onGetDr}>
            {t('withdrawal.burn.get')}
          </Button>
        </Banner>
      ) : steps ? (
        <p className="text-14 text-t2">{t('withdrawal.burn.steps')}</p>
      ) : null}
    </Card>
  )
}
