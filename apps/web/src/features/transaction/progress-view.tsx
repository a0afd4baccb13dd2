import { useEffect } from 'react'
import { setAskedFor } from '../../chain/asked-for.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Banner } from '../../ui/banner.tsx'
import { formatDate } from '../../ui/format.ts'
import { type Step, Steps } from '../../ui/steps.tsx'
import type { FlowState, FlowStep } from './machine.ts'
import { kindOfPlan, type PlanKind } from './plan-kind.ts'
import { TransactionLink } from './transaction-link.tsx'

const callKeys = {
  buy: 'tx.step.buy',
  activate: 'tx.step.activate',
  pod: 'tx.step.pod',
  swap: 'tx.step.swap',
  withdraw: 'tx.step.withdraw',
  deposit: 'tx.step.deposit',
  wrap: 'tx.step.wrap',
  unwrap: 'tx.step.wrap',
  revoke: 'tx.step.revoke',
  draw: 'tx.step.draw',
  claim: 'tx.step.claim',
} as const satisfies Record<PlanKind, string>

const approvalKeys = {
  reset: 'tx.step.reset',
  approve: 'tx.step.approve',
  permit: 'tx.step.permit',
} as const satisfies Record<Exclude<FlowStep['kind'], 'call'>, string>

const titleOf = (t: Translate, step: FlowStep, kind: PlanKind): string => {
  const token = step.token ?? ''
  if (step.kind === 'call') return t(callKeys[kind])
  return t(approvalKeys[step.kind], { token })
}

function Detail({
  step,
  number,
  total,
  proposed,
}: {
  readonly step: FlowStep
  readonly number: number
  readonly total: number
  /** Its hash is a proposal's: no explorer knows it, and no block waits for it. */
  readonly proposed: boolean
}) {
  const t = useT()
  const values = { number, total }
  const nothingYet = step.kind === 'call' ? null : t('tx.step.nothingYet', values)
  const together = step.batch?.filter(({ amount }) => amount > 0n).map(({ token }) => token)
  const withApprovals =
    together === undefined ? null : t('tx.step.together', { tokens: together.join(t('tx.listComma')) })
  const waiting =
    step.state === 'wallet'
      ? t('tx.step.inWallet')
      : step.state === 'mining' && !proposed
        ? t('tx.step.mining')
        : null
  return (
    <>
      {[nothingYet, withApprovals, waiting].filter(Boolean).join(' ')}
      {step.hash && !proposed ? <TransactionLink hash={step.hash} /> : null}
    </>
  )
}

const stateOf = ({ state }: FlowStep): Step['state'] =>
  state === 'wallet' || state === 'mining' ? 'now' : state

/** Tells the try-out wallet which step it is asked for: its sheet lies over these. */
function useAskedStep({ plan, steps }: FlowState): void {
  const t = useT()
  const index = steps.findIndex(({ state }) => state === 'wallet')
  const step = steps[index]
  const values = { number: index + 1, total: steps.length }
  const text =
    plan === null || step === undefined
      ? null
      : step.kind === 'call'
        ? t('tx.step.last', { ...values, step: titleOf(t, step, kindOfPlan(plan)) })
        : `${t('tx.step.nothingYet', values)} ${titleOf(t, step, kindOfPlan(plan))}`
  useEffect(() => {
    setAskedFor(text)
    return () => setAskedFor(null)
  }, [text])
}

/** "1 of 2: approve – nothing is bought yet": the steps as they go, announced. */
export function ProgressView({ state }: { readonly state: FlowState }) {
  const t = useT()
  useAskedStep(state)
  if (state.plan === null) return null
  const kind = kindOfPlan(state.plan)
  const total = state.steps.length
  const { deadline, ability } = state.plan
  const proposed = state.waiting === 'cosigners' || ability.isContract
  const approvalWaits = state.waiting === 'cosigners' && state.steps.some((step) => step.state === 'mining')
  const waitKey = state.stage === 'pending' || approvalWaits ? waitKeys[state.waiting] : null
  return (
    <div className="flex flex-col gap-4">
      {state.stage === 'pending' ? <p className="text-16 font-semibold">{t('message.recharging')}</p> : null}
      <Steps
        label={t('tx.steps')}
        items={state.steps.map((step, index) => ({
          title: titleOf(t, step, kind),
          detail: <Detail step={step} number={index + 1} total={total} proposed={proposed} />,
          state: stateOf(step),
        }))}
      />
      {!proposed &&
      state.stage === 'pending' &&
      state.hash !== null &&
      state.steps.at(-1)?.hash !== state.hash ? (
        <TransactionLink hash={state.hash} />
      ) : null}
      {waitKey === null ? null : (
        <Banner tone="off" icon="clock" live>
          {t(waitKey)}
          {state.waiting === 'cosigners' && deadline !== null ? (
            <span className="block">
              {t('tx.wait.cosignersUntil', { time: formatDate(deadline * 1_000, 'YMDHMS') })}
            </span>
          ) : null}
        </Banner>
      )}
    </div>
  )
}

const waitKeys = {
  block: 'tx.wait.block',
  unseen: 'tx.wait.unseen',
  cosigners: 'tx.wait.cosigners',
  node: 'tx.wait.node',
} as const satisfies Record<FlowState['waiting'], string>
