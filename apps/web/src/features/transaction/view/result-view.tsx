import type { Voucher } from '@dr/protocol/calls/voucher'
import type { ReactNode } from 'react'
import { getAddress } from 'viem'
import { plainText } from '../../../chain/shortage/shortage.rules.ts'
import { readVoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { useWallet } from '../../../chain/wallet/wallet.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Amount } from '../../../ui/amounts/amount.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { cx } from '../../../ui/cx.ts'
import { Banner } from '../../../ui/layout/banner.tsx'
import { Receipt } from '../../../ui/lists/receipt.tsx'
import { Steps } from '../../../ui/lists/steps.tsx'
import { Icon, type IconName } from '../../../ui/pictures/icons.tsx'
import { Qr } from '../../../ui/pictures/qr.tsx'
import { Address } from '../../../ui/text/address.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { type Failure, shortfallOf } from '../flow/failure.ts'
import type { FlowState } from '../flow/flow-state.ts'
import { keptKey, openHold, restKey } from '../flow/kept.ts'
import { holdText, isWithdrawal } from '../kinds/withdrawal.tsx'
import { kindOfPlan, type PlanKind } from '../plan/plan-kind.ts'
import { failureText } from '../words/failure-text.ts'
import { failureTitle } from '../words/failure-title.ts'
import { legText } from '../words/leg-words.ts'
import { ActivatedView } from './activated-view.tsx'
import { AllowanceNote } from './chain/allowance-note.tsx'
import { KeptText } from './chain/sent-since.tsx'
import { SentTwice } from './chain/sent-twice.tsx'
import { DepositOutcome } from './deposit-outcome.tsx'
import { DoneReceipt, useLeftRows } from './done-receipt.tsx'
import { PackageBegunView } from './package-begun-view.tsx'
import { TransactionLink } from './transaction-link.tsx'
import { WithdrawnView } from './withdrawn-view.tsx'

const marks = {
  in: 'bg-in-soft text-in',
  out: 'bg-out-soft text-out',
  gold: 'bg-gold-soft text-gold',
  off: 'bg-s3 text-t2',
}

export const Result = (props: {
  readonly tone: keyof typeof marks
  readonly icon: IconName
  readonly title: string
  readonly children: ReactNode
}) => {
  const { tone, icon, title, children } = props
  return (
    <div
      role={tone === 'out' ? 'alert' : 'status'}
      className="flex flex-col items-center gap-2 py-4 text-center"
    >
      <span className={cx('mb-1 grid size-14 place-items-center rounded-24', marks[tone])}>
        <Icon name={icon} size={28} />
      </span>
      <p className="text-20 font-semibold">{title}</p>
      {children}
    </div>
  )
}

/** A purchase has the requirement's own words. */
const successKey = (kind: PlanKind) =>
  kind === 'buy' ? 'message.recharge_success' : (`tx.success.${kind}` as const)

/** Mined with status 1 (or the order used in the ledger): what came, whether it is final, and each call. */
export const SuccessView = ({ state }: { readonly state: FlowState }) => (
  <>
    {state.wasFound ? <FoundNote /> : null}
    {state.wasEdited ? <Edited /> : null}
    <SentTwice state={state} />
    <Moment state={state} />
    <DoneSteps state={state} />
  </>
)

/** Note that the first attempt was found, which its wallet did not confirm. */
const FoundNote = () => {
  const t = useT()
  return (
    <p role="status" className="text-center text-14 text-t1">
      {t('tx.doubt.found')}
    </p>
  )
}

/** Note that the receipt above shows the requested figures, not the sent ones. */
const Edited = () => {
  const t = useT()
  return (
    <Banner tone="out" icon="alert">
      {t('tx.found.edited')}
    </Banner>
  )
}

/** Screen of its own for a final result of some kinds. */
const Moment = ({ state }: { readonly state: FlowState }) => {
  const { plan, seen, final, hash } = state
  const left = useLeftRows(state)
  if (plan === null || seen === null) return null
  const { account, voucher } = plan
  const message = voucher === null ? null : readVoucherMessage(voucher.typedData)
  const waiting = <Succeeded state={state} />
  if (!final) return waiting
  if (message?.kind === 'activate-machine')
    return <ActivatedView account={account} message={message} hash={hash} left={left} waiting={waiting} />
  if (voucher !== null && message !== null && isWithdrawal(message))
    return (
      <WithdrawnView
        account={account}
        message={message}
        hash={hash}
        orderId={voucher.orderId}
        vault={plan.call.to}
        blockNumber={seen.blockNumber}
      />
    )
  if (kindOfPlan(plan) === 'deposit' && hash !== null)
    return <PackageBegunView account={account} hash={hash} left={left} waiting={waiting} />
  return waiting
}

/** Result of each of several calls with its transaction; the last one's is above. */
const DoneSteps = ({ state: { done, outline } }: { readonly state: FlowState }) => {
  const t = useT()
  const [last] = outline?.legs ?? []
  if (done.length === 0 || last === undefined) return null
  const legs = [...done, { leg: last, hash: null }]
  return (
    <section className="mt-3">
      <h3 className="mb-1.5 text-12 text-t2">{t('tx.steps')}</h3>
      <Steps
        label={t('tx.steps')}
        items={legs.map(({ leg, hash }) => ({
          title: legText(t, leg),
          detail: hash === null ? null : <TransactionLink hash={hash} />,
          state: 'done',
        }))}
      />
    </section>
  )
}

const Succeeded = ({ state }: { readonly state: FlowState }) => {
  const t = useT()
  const { plan, seen, final, hash } = state
  if (plan === null || seen === null) return null
  const kind = kindOfPlan(plan)
  return (
    <div className="flex flex-col gap-3">
      <Result tone="in" icon="check" title={t(successKey(kind))}>
        <Came state={state} />
        {kind === 'revoke' ? null : (
          <Chip tone={final ? 'in' : 'gold'}>{t(final ? 'tx.final' : 'tx.seen')}</Chip>
        )}
        {kind === 'deposit' && hash !== null ? (
          <DepositOutcome account={plan.account} hash={hash} />
        ) : kind === 'revoke' || final ? null : (
          <p className="text-14 text-t2">{t('tx.seenNote')}</p>
        )}
      </Result>
      <DoneReceipt
        state={state}
        at={[
          ...(hash === null
            ? []
            : [{ label: t('tx.row.transaction'), value: <TransactionLink hash={hash} /> }]),
          ...(seen.blockNumber === null
            ? []
            : [{ label: t('tx.row.block'), value: formatCount(seen.blockNumber) }]),
        ]}
      />
    </div>
  )
}

const tokenOf = (
  row: Voucher['incoming'][number],
): readonly { readonly token: string; readonly amount: bigint }[] => {
  if (row.kind === 'token') return [{ token: row.token, amount: BigInt(row.amount) }]
  return row.kind === 'pod-power' ? [{ token: 'POD', amount: BigInt(row.power) }] : []
}

const Came = ({ state }: { readonly state: FlowState }) => {
  const t = useT()
  const { plan } = state
  if (!plan) return null
  const { voucher } = plan
  // An order found again has no plan: its amounts come from the voucher, which was checked when it was
  // signed.
  const tokens = plan.incoming.length > 0 ? plan.incoming : (voucher?.incoming ?? []).flatMap(tokenOf)
  const [came] = tokens
  if (came) return <Amount value={came.amount} token={came.token} size="lg" signed tone="in" />
  if (!voucher) return null
  const message = readVoucherMessage(voucher.typedData)
  if (message.kind !== 'buy-machine' && message.kind !== 'activate-machine') return null
  const count = message.kind === 'buy-machine' ? Number(message.machineCount) : message.machineIDs.length
  return <p className="num text-28 font-semibold">{t('tx.machineCount', { count })}</p>
}

export const RejectedView = ({ state }: { readonly state: FlowState }) => {
  const t = useT()
  return (
    <Result tone="off" icon="close" title={t('message.unsigned')}>
      <p className="text-14 text-t2">{t('tx.rejected.why')}</p>
      <DoneSoFar state={state} />
      <AllowanceNote state={state} />
      <Hold state={state} />
    </Result>
  )
}

const FAILED = { tone: 'out', icon: 'alert' } as const
const SHORT = { tone: 'gold', icon: 'wallet' } as const

/** Reason of a failure, and what remains. */
export const FailedView = ({ state }: { readonly state: FlowState }) => {
  const t = useT()
  const { failure } = state
  if (failure === null) return null
  const approval = state.steps.findLast((step) => step.hash !== undefined)?.hash
  const hash = state.hash ?? (failure.code === 'approval-other' ? approval : null) ?? null
  // A shortage is no error: the way to get the missing amount is below.
  const look = shortfallOf(failure) === null ? FAILED : SHORT
  return (
    <div className="flex flex-col gap-3">
      <Result {...look} title={titleText(t, state, failure)}>
        <p className="text-14 text-t1 break-words">{failureText(t, failure)}</p>
        <DoneSoFar state={state} />
        <AllowanceNote state={state} />
        <Hold state={state} />
      </Result>
      <TopUp failure={failure} />
      {failure.code === 'mismatch' ? (
        <Receipt
          rows={failure.mismatches.map(({ name, expected, actual }, index) => ({
            label: `${index + 1}. ${name}`,
            value: <span className="break-all">{`${expected} ≠ ${actual}`}</span>,
          }))}
        />
      ) : null}
      {hash === null ? null : <TransactionLink hash={hash} />}
    </div>
  )
}

const titleText = (t: Translate, { hash }: FlowState, failure: Failure): string => {
  const short = shortfallOf(failure)
  if (short === null) return t(failureTitle(failure, hash !== null))
  return t('tx.short.title', { amounts: plainText(short) })
}

/** Finished calls of several, and what that means for the rest. */
const DoneSoFar = ({ state }: { readonly state: FlowState }) => {
  const t = useT()
  const { done } = state
  if (done.length === 0) return <KeptText state={state} textKey={keptKey(state)} />
  const steps = done.map(({ leg }) => legText(t, leg)).join(t('tx.listComma'))
  return (
    <>
      <p className="text-14 text-t1">{t('tx.kept.done', { steps })}</p>
      <KeptText state={state} textKey={restKey(state)} />
    </>
  )
}

export const Hold = ({ state }: { readonly state: FlowState }) => {
  const t = useT()
  const held = openHold(state)
  if (held === null) return null
  const message = readVoucherMessage(held.voucher.typedData)
  if (!isWithdrawal(message)) return null
  return <p className="text-14 text-t1">{holdText(t, { vault: held.vault, message })}</p>
}

/** Address to send the missing token to, if the wallet has nothing to swap. */
const TopUp = ({ failure }: { readonly failure: Failure }) => {
  const t = useT()
  const { address } = useWallet()
  const short = shortfallOf(failure)
  if (short === null || address === undefined) return null
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <p className="text-14 text-t2">{t('tx.short.send', { token: short.token })}</p>
      <Qr text={address} label={address} size={132} />
      <Address address={getAddress(address)} />
    </div>
  )
}
