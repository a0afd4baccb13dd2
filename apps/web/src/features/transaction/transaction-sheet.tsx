import { useState } from 'react'
import type { Address } from '../../api/session.ts'
import type { TransactionIntent, TransactionOutcome } from '../../chain/intents.ts'
import { openConnect, openNetworkPrompt } from '../../chain/intents.ts'
import type { MessageKey } from '../../i18n/keys.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ActivateBought } from './activate-bought.tsx'
import { ApprovalChoiceField } from './approval-choice.tsx'
import { type ApprovalChoice, stepsFor } from './approval-steps.ts'
import type { FlowState } from './machine.ts'
import type { Plan } from './plan.ts'
import { kindOfIntent, kindOfPlan, type PlanKind, remainingIntent } from './plan-kind.ts'
import { ProgressView } from './progress-view.tsx'
import { QuoteCountdown } from './quote-countdown.tsx'
import { ReceiptView } from './receipt-view.tsx'
import { FailedView, RejectedView, SuccessView } from './result-view.tsx'
import type { Flow } from './run-flow.ts'
import { useApprovalChoice } from './use-approval-choice.ts'
import { useFlow } from './use-flow.ts'
import { useWaitedLong } from './use-waited-long.ts'

type TransactionSheetProps = {
  readonly account: Address
  readonly intent: TransactionIntent
  readonly onClose: (outcome: TransactionOutcome) => void
}

/** How it stands when the sheet is closed; what was sent goes on without it. */
const outcomeOf = ({ stage }: FlowState): TransactionOutcome => {
  if (stage === 'success' || stage === 'failed' || stage === 'rejected') return stage
  return stage === 'idle' || stage === 'checking' ? 'closed' : 'pending'
}

/** The one sheet for everything that is signed on chain. */
export function TransactionSheet({ account, intent: asked, onClose }: TransactionSheetProps) {
  const t = useT()
  const [intent, setIntent] = useState(asked)
  const { flow, state } = useFlow(account, intent)
  const { choice, choose } = useApprovalChoice()
  const kind = state.plan ? kindOfPlan(state.plan) : kindOfIntent(intent)
  const retry = (): void => void flow?.start(intent)
  const silent = useWaitedLong(state)
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose(outcomeOf(state))}
      title={kind === null ? t('tx.title.resume') : t(`tx.title.${kind}`)}
      dismissible={state.stage !== 'approving' && state.stage !== 'signing'}
      footer={
        hasFooter(state) ? (
          <Footer
            state={state}
            choice={choice}
            flow={flow}
            onRetry={retry}
            onMore={setIntent}
            onClose={() => onClose(outcomeOf(state))}
          />
        ) : silent ? (
          <Button onClick={() => flow?.abandon()}>{t('tx.stopWaiting')}</Button>
        ) : null
      }
    >
      <Body state={state} choice={choice} onChoose={choose} />
    </Sheet>
  )
}

type BodyProps = {
  readonly state: FlowState
  readonly choice: ApprovalChoice
  readonly onChoose: (choice: ApprovalChoice) => void
}

function Body({ state, choice, onChoose }: BodyProps) {
  const t = useT()
  const { stage, plan } = state
  if (stage === 'success') return <SuccessView state={state} />
  if (stage === 'rejected') return <RejectedView state={state} />
  if (stage === 'failed') return <FailedView state={state} />
  if (stage === 'approving' || stage === 'signing' || stage === 'pending')
    return <ProgressView state={state} />
  if (plan === null)
    return (
      <>
        <p role="status" className="mb-2 text-14 text-t2">
          {t('tx.checking')}
        </p>
        <SkeletonRows count={4} label={t('message.loading')} />
      </>
    )
  return (
    <div className="flex flex-col gap-4">
      <ReceiptView plan={plan} state={state} />
      <ApprovalChoiceField plan={plan} choice={choice} onChoose={onChoose} />
    </div>
  )
}

/** While the wallet is asked there is nothing to press here. */
const hasFooter = ({ stage, plan }: FlowState): boolean =>
  stage === 'checking' ? plan !== null : stage !== 'idle' && stage !== 'approving' && stage !== 'signing'

type FooterProps = {
  readonly state: FlowState
  readonly choice: ApprovalChoice
  readonly flow: Flow | null
  readonly onRetry: () => void
  readonly onMore: (intent: TransactionIntent) => void
  readonly onClose: () => void
}

function Footer({ state, choice, flow, onRetry, onMore, onClose }: FooterProps) {
  const t = useT()
  const { stage, plan } = state
  if (stage === 'checking' && plan !== null)
    return <Confirm plan={plan} choice={choice} onConfirm={() => void flow?.confirm(plan.id, choice)} />
  if (stage === 'success') return <Done state={state} onMore={onMore} onClose={onClose} />
  if (stage === 'pending') return <Button onClick={onClose}>{t('tx.closeKeepsWatching')}</Button>
  if (stage !== 'failed' && stage !== 'rejected') return null
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button onClick={onClose}>{t('common.close')}</Button>
      <Retry state={state} onRetry={onRetry} />
    </div>
  )
}

/** What cannot be undone, said beside the button, in the size of the offer. */
const riskKeys: Partial<Record<PlanKind, MessageKey>> = {
  buy: 'backpack.buy.riskShort',
  pod: 'tx.riskShort.pod',
  deposit: 'packages.riskShort',
  draw: 'tx.riskShort.draw',
}

function Confirm(props: {
  readonly plan: Plan
  readonly choice: ApprovalChoice
  readonly onConfirm: () => void
}) {
  const t = useT()
  const { spends, ability } = props.plan
  const steps = stepsFor(spends, props.choice, ability).length
  const risk = riskKeys[kindOfPlan(props.plan)]
  return (
    <>
      {risk === undefined ? null : <p className="text-center text-14 text-out">{t(risk)}</p>}
      {props.plan.voucher?.kind === 'swap-token' ? <QuoteCountdown plan={props.plan} /> : null}
      <Button variant="primary" onClick={props.onConfirm}>
        {steps === 1 ? t('tx.confirm') : t('tx.confirmSteps', { count: steps })}
      </Button>
      {steps === 1 ? null : <p className="text-center text-12 text-t2">{t('tx.confirmStepsNote')}</p>}
    </>
  )
}

function Done({ state, onMore, onClose }: Pick<FooterProps, 'state' | 'onMore' | 'onClose'>) {
  const t = useT()
  const { plan, hash, final } = state
  const more = plan ? remainingIntent(plan) : null
  const bought = plan?.voucher?.kind === 'buy-machine' && more === null && final ? hash : null
  return (
    <>
      {more === null ? null : (
        <Button variant="primary" onClick={() => onMore(more)}>
          {t('tx.more')}
        </Button>
      )}
      {plan && bought !== null ? (
        <ActivateBought account={plan.account} hash={bought} onActivate={onMore} />
      ) : null}
      <Button variant={more === null && bought === null ? 'primary' : 'quiet'} onClick={onClose}>
        {t('tx.done')}
      </Button>
    </>
  )
}

/** What must be put right first, and then the same again. */
function Retry({ state, onRetry }: Pick<FooterProps, 'state' | 'onRetry'>) {
  const t = useT()
  const code = state.failure?.code
  const first = code === 'wrong-network' ? openNetworkPrompt : code === 'wallet-gone' ? openConnect : null
  const label =
    code === 'wrong-network'
      ? 'wallet.network.switchShort'
      : code === 'wallet-gone'
        ? 'wallet.connect.title'
        : 'common.retry'
  const retry = async (): Promise<void> => {
    if (first === null || (await first())) onRetry()
  }
  return (
    <Button variant="primary" onClick={() => void retry()}>
      {t(label)}
    </Button>
  )
}
