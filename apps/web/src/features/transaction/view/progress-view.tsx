import type { Voucher } from '@dr/protocol/calls/voucher'
import { useEffect } from 'react'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import { setWalletPrompt } from '../../../chain/wallet/wallet-prompt.ts'
import { useT } from '../../../i18n/use-t.ts'
import { storageIsLasting } from '../../../lib/storage-is-lasting.ts'
import { Banner } from '../../../ui/layout/banner.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Receipt } from '../../../ui/lists/receipt.tsx'
import { type Step, Steps } from '../../../ui/lists/steps.tsx'
import { useOnline } from '../../../ui/status/use-online.ts'
import { formatDate } from '../../../ui/text/format.ts'
import type { FlowState, FlowStep } from '../flow/flow-state.ts'
import { heldText } from '../kinds/withdrawal.tsx'
import { listSteps, type ShownStep } from '../plan/list-steps.ts'
import { isPast, type Plan } from '../plan/plan.ts'
import { stepDetail } from '../words/step-detail.ts'
import { useNow } from './quote-countdown.tsx'
import { signedRows } from './receipt-rows.tsx'
import { TransactionLink } from './transaction-link.tsx'

type DetailProps = {
  readonly shown: ShownStep
  readonly number: number
  readonly total: number
  /** The hash is a proposal's: no explorer knows it, and no block waits for it. */
  readonly proposed: boolean
}

const Detail = ({ shown, ...place }: DetailProps) => {
  const t = useT()
  return (
    <>
      <span>{stepDetail(t, shown, place)}</span>
      {shown.step.hash && !place.proposed ? <TransactionLink hash={shown.step.hash} /> : null}
    </>
  )
}

const stateOf = ({ state }: FlowStep): Step['state'] =>
  state === 'wallet' || state === 'mining' ? 'now' : state

/** Passes the current step to the burner wallet, whose sheet covers these steps. */
const useWalletPrompt = (steps: readonly ShownStep[]): void => {
  const t = useT()
  const index = steps.findIndex(({ step }) => step.state === 'wallet')
  const current = steps[index]
  const values = { number: index + 1, total: steps.length }
  const isLast = index === steps.length - 1
  const text =
    current === undefined
      ? null
      : isLast
        ? t('tx.step.last', { ...values, step: current.title })
        : `${t(current.isFirstPaid && current.step.kind !== 'call' ? 'tx.step.nothingYet' : 'tx.step.of', values)} ${current.title}`
  useEffect(() => {
    setWalletPrompt(text)
    return () => setWalletPrompt(null)
  }, [text])
}

/** Progress of the numbered steps of all legs, announced to screen readers. */
export const ProgressView = ({
  state,
  choice,
}: {
  readonly state: FlowState
  readonly choice: ApprovalChoice
}) => {
  const t = useT()
  const steps = listSteps(t, state, choice)
  useWalletPrompt(steps)
  const online = useOnline()
  const { plan, outline, stage } = state
  const isContract = (plan ?? outline)?.ability.isContract === true
  const proposed = state.waiting === 'cosigners' || isContract
  const approvalWaits = state.waiting === 'cosigners' && state.steps.some((step) => step.state === 'mining')
  const waiting = state.waiting === 'node' && !online ? 'offline' : state.waiting
  const waitKey =
    stage !== 'pending' && !approvalWaits
      ? null
      : waiting === 'block' && !storageIsLasting()
        ? 'tx.notStored'
        : waitKeys[waiting]
  const deadline = plan?.deadline ?? null
  return (
    <div className="flex flex-col gap-4">
      <Now state={state} />
      {state.heldUntil === null ? null : (
        <Banner tone="off" icon="clock" live>
          {heldText(t, state.heldUntil)}
        </Banner>
      )}
      <Steps
        label={t('tx.steps')}
        items={steps.map((shown, index) => ({
          title: shown.title,
          detail: <Detail shown={shown} number={index + 1} total={steps.length} proposed={proposed} />,
          state: stateOf(shown.step),
        }))}
      />
      {!proposed && stage === 'pending' && state.hash !== null && state.steps.at(-1)?.hash !== state.hash ? (
        <TransactionLink hash={state.hash} />
      ) : null}
      {waitKey === null ? null : (
        <Banner tone="off" icon="clock" live>
          <span>{t(waitKey)}</span>
          {state.waiting === 'cosigners' && deadline !== null ? (
            <span className="block">
              {t('tx.wait.cosignersUntil', { time: formatDate(deadline * 1_000, 'YMDHMS') })}
            </span>
          ) : null}
        </Banner>
      )}
      {stage === 'signing' && plan !== null ? <Expired plan={plan} /> : null}
      {outline !== null && plan?.voucher ? <SignedFields voucher={plan.voucher} /> : null}
    </div>
  )
}

/**
 * Current activity, of constant height, so that the steps below do not move. Between two legs the next
 * one's quote, or the booking of its machines, is awaited.
 */
const Now = ({ state: { stage, outline, steps } }: { readonly state: FlowState }) => {
  const t = useT()
  const between = stage === 'checking'
  const books = outline?.legs[0]?.intent.kind === 'activateBought'
  const sent = stage === 'pending' || steps.some((step) => step.state === 'mining')
  const working = sent ? 'message.recharging' : 'tx.confirm'
  return (
    <div role="status" className={outline === null ? '' : 'min-h-[4.25rem]'}>
      <p className="text-16 font-semibold">
        {t(!between ? working : books ? 'tx.next.booking' : 'tx.next.preparing')}
      </p>
      {between ? <p className="text-14 text-t2">{t('tx.next.closing')}</p> : null}
    </div>
  )
}

/** Warning: the quote has ended while the wallet waits; a call sent now would fail and cost its fee. */
const Expired = ({ plan }: { readonly plan: Plan }) => {
  const t = useT()
  const nowMs = useNow(plan.readAtMs)
  return isPast(plan, nowMs) ? (
    <Banner tone="out" icon="alert" live>
      {t('tx.wait.expired')}
    </Banner>
  ) : null
}

/**
 * Signed fields of a leg that was quoted after the whole was confirmed, to compare with the wallet's
 * prompt.
 */
const SignedFields = ({ voucher }: { readonly voucher: Voucher }) => {
  const t = useT()
  return (
    <Disclosure title={t('tx.signedFields')}>
      <Receipt rows={signedRows(voucher)} />
    </Disclosure>
  )
}

const waitKeys = {
  block: 'tx.wait.block',
  unseen: 'tx.wait.unseen',
  cosigners: 'tx.wait.cosigners',
  node: 'tx.wait.node',
  offline: 'tx.wait.offline',
} as const satisfies Record<FlowState['waiting'] | 'offline', string>
