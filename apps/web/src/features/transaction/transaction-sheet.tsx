import { formatAmount } from '@dr/protocol/amounts'
import { MACHINE_BATCH_MAX } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { getSession } from '../../api/session/session.ts'
import type { ApprovalChoice } from '../../chain/calls/approval.rules.ts'
import { NotStored } from '../../chain/not-stored.tsx'
import { plainText } from '../../chain/shortage/shortage.rules.ts'
import type { MessageKey } from '../../i18n/keys.ts'
import { translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { type FlowState, goalDone } from './flow/flow-state.ts'
import { boughtToActivate } from './flow/kept.ts'
import type { Flow } from './flow/run-flow.ts'
import { noteStopped } from './flow/trace/note-stopped.ts'
import { useFlow } from './flow/use-flow.ts'
import type { TransactionIntent, TransactionOutcome } from './intents.ts'
import { heldText } from './kinds/withdrawal.tsx'
import type { NextPlace } from './place.ts'
import { legsNow, listSteps } from './plan/list-steps.ts'
import { type Outline, startsWithGoal } from './plan/outline.ts'
import type { FreshIntent } from './plan/plan.ts'
import { kindOfIntent, kindOfPlan, type PlanKind } from './plan/plan-kind.ts'
import { ActivateBought } from './view/activate-bought.tsx'
import { ApprovedNote } from './view/approval-choice.tsx'
import { ApprovalLine } from './view/approval-line.tsx'
import { DoneFooter } from './view/done-footer.tsx'
import { DoubtFooter, DoubtView } from './view/doubt-view.tsx'
import { OutlineView, StepList } from './view/outline-view.tsx'
import { ProgressView } from './view/progress-view.tsx'
import { QuoteCountdown } from './view/quote-countdown.tsx'
import { ReceiptView } from './view/receipt-view.tsx'
import { FailedView, RejectedView, SuccessView } from './view/result-view.tsx'
import { Retry } from './view/retry.tsx'
import { isExactByDefault, useApprovalChoice } from './view/use-approval-choice.ts'
import { useWaitedLong } from './view/use-waited-long.ts'
import { sheetTitle } from './words/sheet-title.ts'
import { keepStopped } from './work/stopped.ts'

type TransactionSheetProps = {
  readonly account: Address
  readonly intent: TransactionIntent
  readonly onClose: (outcome: TransactionOutcome) => void
  readonly onGo: (place: NextPlace) => void
}

/** Outcome when the sheet is closed; a sent call is still followed. */
const outcomeOf = ({ stage, done, doubt }: FlowState): TransactionOutcome => {
  if (goalDone(done) !== null) return 'success'
  if (doubt?.failure?.code === 'refused' && doubt.isWaiting === false) return 'rejected'
  if (stage === 'success' || stage === 'failed' || stage === 'rejected') return stage
  if (stage === 'idle' || stage === 'checking') return done.length > 0 ? 'pending' : 'closed'
  return 'pending'
}

/** Whether a receipt waits for the user: of the call or of the whole. */
const isAsking = ({ stage, plan, outline, agreed }: FlowState): boolean =>
  stage === 'checking' && !agreed && (plan !== null || (outline !== null && !startsWithGoal(outline)))

/** Forgets stopped work once nothing is under way. After its session has ended, Home shows it. */
const endStopped = (account: Address): void => {
  const session = getSession()
  if (session.status === 'signed-in' && session.address === account) keepStopped(null)
}

/** The sheet of every on-chain transaction. */
export const TransactionSheet = ({ account, intent: requested, onClose, onGo }: TransactionSheetProps) => {
  const t = useT()
  const [intent, setIntent] = useState(requested)
  const { flow, state } = useFlow(account, intent)
  const goal = state.outline ? kindOfIntent(state.outline.goal) : null
  const kind = goal ?? (state.plan ? kindOfPlan(state.plan) : kindOfIntent(intent))
  const { choice, choose } = useApprovalChoice(isExactByDefault(kind, state.outline !== null))
  const retry = (): void => void flow?.start(intent)
  const silent = useWaitedLong(state)
  const outcome = outcomeOf(state)
  useEffect(() => {
    const note = noteStopped(translate, account, state)
    if (note === null) endStopped(account)
    else if (note !== 'as before') keepStopped(note)
  }, [account, state])
  useEffect(() => () => endStopped(account), [account])
  return (
    <Sheet
      name="transaction"
      open
      onOpenChange={(open) => open || onClose(outcome)}
      onBack={() => onClose(outcome === 'closed' ? 'back' : outcome)}
      title={sheetTitle(t, state, kind)}
      dismissible={state.stage !== 'approving' && state.stage !== 'signing'}
      keepsHeight
      footer={
        hasFooter(state) ? (
          <div
            key={state.stage}
            data-arming={isAsking(state) ? undefined : ''}
            className="flex flex-col gap-2"
          >
            <Footer
              state={state}
              choice={choice}
              onChoose={choose}
              flow={flow}
              onRetry={retry}
              onMore={setIntent}
              onClose={() => onClose(outcome)}
              onGo={onGo}
            />
          </div>
        ) : silent ? (
          <Button onClick={() => flow?.abandon()}>{t('tx.stopWaiting')}</Button>
        ) : null
      }
    >
      <Body state={state} choice={choice} onIntent={setIntent} />
    </Sheet>
  )
}

type BodyProps = {
  readonly state: FlowState
  readonly choice: ApprovalChoice
  readonly onIntent: (intent: TransactionIntent) => void
}

const Body = ({ state, choice, onIntent }: BodyProps) => {
  const t = useT()
  const { stage, plan, outline } = state
  if (stage === 'success') return <SuccessView state={state} />
  if (stage === 'rejected') return <RejectedView state={state} />
  if (stage === 'failed') return <FailedView state={state} />
  if (stage === 'unsure') return <DoubtView state={state} />
  if (stage === 'approving' || stage === 'signing' || stage === 'pending' || state.agreed)
    return <ProgressView state={state} choice={choice} />
  if (plan === null && outline !== null && !startsWithGoal(outline))
    return (
      <>
        <OutlineView state={state} outline={outline} choice={choice} />
        <PowerChoice intent={outline.goal} outline={outline} onIntent={onIntent} />
      </>
    )
  if (plan === null)
    return (
      <>
        <p role="status" className="mb-2 text-14 text-t2">
          {state.heldUntil === null ? t('tx.checking') : heldText(t, state.heldUntil)}
        </p>
        <SkeletonRows count={4} label={t('message.loading')} />
      </>
    )
  return (
    <div className="flex flex-col gap-3">
      <ReceiptView plan={plan} state={state} />
      {plan.intent === null || plan.ability.isContract || state.done.length > 0 ? null : (
        <PowerChoice intent={plan.intent} outline={outline} onIntent={onIntent} />
      )}
      {outline !== null && outline.legs.length > 1 ? <StepList state={state} choice={choice} /> : null}
      <ApprovedNote spends={plan.spends} />
    </div>
  )
}

type PowerChoiceProps = Pick<BodyProps, 'onIntent'> & {
  readonly intent: FreshIntent
  readonly outline: Outline | null
}

/**
 * Electricity as a part of the purchase: the last step, or none; if the wallet cannot pay it, the missing
 * amount.
 */
const PowerChoice = ({ intent, outline, onIntent }: PowerChoiceProps) => {
  const t = useT()
  if (intent.kind !== 'buyMachine' || intent.power === undefined) return null
  const { machineCount, power } = intent
  if (machineCount > MACHINE_BATCH_MAX) return null
  const fee = electricityFee({ machines: machineCount, periods: 1 })
  const missing = outline?.powerMissing ?? null
  return (
    <label className="flex min-h-11 items-center gap-3 text-14">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-(--gold)"
        checked={power}
        disabled={missing !== null}
        onChange={() => onIntent({ ...intent, power: !power })}
      />
      <span>
        {t('tx.power.with', { amount: `${formatAmount(fee)} DRGV` })}
        {missing === null ? null : (
          <span className="num block text-12 text-t2">
            {t('tx.short.title', { amounts: plainText(missing) })}
          </span>
        )}
      </span>
    </label>
  )
}

/** No footer while the wallet is asked. */
const hasFooter = (state: FlowState): boolean =>
  state.stage === 'checking'
    ? isAsking(state)
    : state.stage !== 'idle' && state.stage !== 'approving' && state.stage !== 'signing'

type FooterProps = {
  readonly state: FlowState
  readonly choice: ApprovalChoice
  readonly onChoose: (choice: ApprovalChoice) => void
  readonly flow: Flow | null
  readonly onRetry: () => void
  readonly onMore: (intent: TransactionIntent) => void
  readonly onClose: () => void
  readonly onGo: TransactionSheetProps['onGo']
}

const Footer = ({ state, choice, onChoose, flow, onRetry, onMore, onClose, onGo }: FooterProps) => {
  const t = useT()
  const { stage } = state
  if (isAsking(state)) return <Confirm state={state} choice={choice} onChoose={onChoose} flow={flow} />
  if (stage === 'success') return <DoneFooter state={state} onMore={onMore} onClose={onClose} onGo={onGo} />
  if (stage === 'unsure') return <DoubtFooter state={state} flow={flow} onClose={onClose} />
  if (stage === 'pending') return <Button onClick={onClose}>{t('tx.closeKeepsWatching')}</Button>
  if (stage !== 'failed' && stage !== 'rejected') return null
  const close = <Button onClick={onClose}>{t('common.close')}</Button>
  const bought = boughtToActivate(state)
  if (goalDone(state.done) !== null && (bought === null || state.outline === null)) return close
  return (
    <div className="grid grid-cols-2 gap-2">
      {close}
      {bought === null || state.outline === null ? (
        <Retry state={state} onRetry={onRetry} />
      ) : (
        <ActivateBought
          account={state.outline.account}
          hash={bought}
          count={state.outline.goal.kind === 'buyMachine' ? state.outline.goal.machineCount : null}
          onActivate={onMore}
        />
      )}
    </div>
  )
}

/** Irreversible consequence, shown once beside the button, in the size of the offer. */
const riskKeys: Partial<Record<PlanKind, MessageKey>> = {
  buy: 'tx.risk.buy',
  activate: 'tx.risk.activate',
  pod: 'tx.risk.pod',
  deposit: 'packages.riskShort',
  draw: 'tx.riskShort.draw',
  transfer: 'transfer.final',
}

const Confirm = ({
  state,
  choice,
  onChoose,
  flow,
}: Pick<FooterProps, 'state' | 'choice' | 'onChoose' | 'flow'>) => {
  const t = useT()
  const { plan, outline } = state
  const steps = listSteps(t, state, choice).filter(({ step }) => step.state !== 'done')
  const legs = legsNow(state)
  const goal = (outline ? kindOfIntent(outline.goal) : null) ?? (plan ? kindOfPlan(plan) : null)
  const risk = goal === null ? undefined : riskKeys[goal]
  const plannedSpends = {
    spends: plan?.spends ?? [],
    ...(outline ? { spends: legs.flatMap(({ spends }) => spends) } : {}),
  }
  const ability = plan?.ability ?? outline?.ability
  const id = plan?.id ?? outline?.id
  return (
    <>
      {risk === undefined ? null : <p className="text-center text-14 text-out">{t(risk)}</p>}
      {plan?.voucher?.kind === 'swap-token' ? <QuoteCountdown plan={plan} /> : null}
      {ability === undefined ? null : (
        <ApprovalLine
          steps={steps.map(({ step }) => step)}
          plan={{ ...plannedSpends, ability }}
          choice={choice}
          onChoose={onChoose}
        />
      )}
      <NotStored text="tx.notStored" />
      <Button
        variant="primary"
        onClick={() => (id === undefined ? undefined : void flow?.confirm(id, choice))}
      >
        {steps.length === 1 ? t('tx.confirm') : t('tx.confirmSteps', { count: steps.length })}
      </Button>
    </>
  )
}
