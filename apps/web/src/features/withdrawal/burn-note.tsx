import { ceilingAt, formatAmount } from '@dr/protocol/amounts'
import type { Address } from 'viem'
import type { WithdrawalTerms } from '../../chain/reads/read-withdrawal-terms.ts'
import { missingText, type Solution } from '../../chain/shortage/shortage.rules.ts'
import { useT } from '../../i18n/use-t.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { NumberedList } from '../../ui/lists/numbered-list.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { preparationText } from '../transaction/shortage/shortage-text.ts'
import { DrFromAccount } from './dr-from-account.tsx'
import { type BurnSource, burnSource, type DrWithdrawal } from './missing-dr.rules.ts'
import { splitWithdrawal, type WithdrawalLimits, walletBurn } from './withdrawal.rules.ts'

const SHOWN_DECIMALS = 4

type BurnNoteProps = {
  readonly address: Address
  readonly amount: bigint
  readonly limits: WithdrawalLimits
  readonly terms: WithdrawalTerms | undefined
  /** Way for the wallet to get the missing DR; null: unknown. */
  readonly solution: Solution | null
  readonly onWithdrawDr: (withdrawal: DrWithdrawal) => void
}

const shown = (value: bigint): string => formatAmount(value, { maxDecimals: SHOWN_DECIMALS })
const enough = (value: bigint): string => shown(ceilingAt(value, SHOWN_DECIMALS))

/**
 * A USDT withdrawal burns DR out of the wallet: the balance, a needed approval, and ways to get what is
 * missing.
 */
export const BurnNote = (props: BurnNoteProps) => {
  const { amount, limits, terms } = props
  const t = useT()
  const { burn } = splitWithdrawal(amount, limits)
  const max = burn?.max ?? 0n
  // All of it was deposited: nothing burns.
  if (amount > 0n && burn?.max === 0n) return null
  const missing = terms !== undefined && max > terms.walletDr ? max - terms.walletDr : 0n
  // Said from the beginning, where nothing is approved yet; with an amount, where that is not enough for it.
  const approves = terms !== undefined && terms.allowanceDr < (max > 0n ? max : 1n)
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
            label: t('withdrawal.burn.max'),
            value: burn === null ? '—' : `${enough(max)} DR`,
            tone: 'out',
          },
        ]}
      />
      {missing > 0n ? (
        <MissingDr missing={missing} approves={approves} {...props} />
      ) : approves ? (
        <p className="text-14 text-t2">{t('withdrawal.burn.steps')}</p>
      ) : null}
    </Card>
  )
}

type MissingDrProps = BurnNoteProps & {
  readonly missing: bigint
  /** The vault has no sufficient approval yet. */
  readonly approves: boolean
}

/** Got in the same plan out of what the wallet has; where that cannot be, why not, and what else there is. */
const MissingDr = (props: MissingDrProps) => {
  const { address, amount, limits, missing, approves, solution, onWithdrawDr } = props
  const t = useT()
  const source = burnSource(solution)
  const elsewhere = source?.kind === 'no-swap' || source?.kind === 'no-usdt'
  return (
    <Banner tone={source?.kind === 'steps' ? 'off' : 'out'} icon="fire" live>
      <p>{t('withdrawal.burn.missing', { amount: enough(missing) })}</p>
      {source === null ? null : <Source source={source} approves={approves} />}
      {elsewhere && limits.walletDr !== null ? (
        <DrFromAccount
          address={address}
          missing={walletBurn(amount, limits) - limits.walletDr}
          usd={amount}
          onWithdrawDr={onWithdrawDr}
        />
      ) : null}
    </Banner>
  )
}

const Source = ({ source, approves }: { readonly source: BurnSource; readonly approves: boolean }) => {
  const t = useT()
  if (source.kind === 'no-gas')
    return <p>{t('withdrawal.burn.noGas', { amount: missingText(source.missing) })}</p>
  if (source.kind !== 'steps')
    return <p>{t(source.kind === 'no-swap' ? 'withdrawal.burn.noSwap' : 'withdrawal.burn.noUsdt')}</p>
  return (
    <>
      <p>{t('withdrawal.burn.solved')}</p>
      <div className="mt-2">
        <NumberedList
          label={t('tx.steps')}
          items={[
            ...source.steps.map((step) => preparationText(t, step)),
            ...(approves ? [t('withdrawal.burn.approve')] : []),
            t('tx.step.withdraw'),
          ]}
        />
      </div>
    </>
  )
}
