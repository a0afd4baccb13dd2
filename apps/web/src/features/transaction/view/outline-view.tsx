import { useQuery } from '@tanstack/react-query'
import { podPowerConfigQuery } from '../../../api/queries/pod-power.ts'
import type { ApprovalChoice } from '../../../chain/calls/approval.rules.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Amount } from '../../../ui/amounts/amount.tsx'
import { Receipt, type ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { inRow, outRow } from '../../../ui/lists/receipt-rows.tsx'
import { Steps } from '../../../ui/lists/steps.tsx'
import { formatPower } from '../../../ui/text/format.ts'
import type { FlowState } from '../flow/flow-state.ts'
import type { OutlineIncoming } from '../kinds/kind.ts'
import { podReturnRow } from '../kinds/pod-return.tsx'
import { isDirect } from '../plan/direct-call.ts'
import { listSteps } from '../plan/list-steps.ts'
import { type Leg, type Outline, paysAtMost } from '../plan/outline.ts'
import { atMostText } from '../shortage/shortage-text.ts'
import { ChangesNote } from './changes-note.tsx'
import { directReceipt } from './direct-receipt.tsx'
import { type PriceTexts, signerRow, useTotalRows } from './payer-rows.tsx'

const incomingRows = (t: Translate, incoming: OutlineIncoming): readonly ReceiptRow[] => {
  switch (incoming.kind) {
    case 'machines':
      return [
        { label: t('tx.row.machines'), value: `${incoming.count} × ${incoming.name}`, tone: 'in' },
        { label: t('tx.row.power'), value: formatPower(incoming.power) },
      ]
    case 'machines-powered':
      return [
        { label: t('tx.row.machines'), value: t('tx.machineCount', { count: incoming.count }), tone: 'in' },
        { label: t('tx.row.electricity'), value: t('tx.periods', { count: incoming.Period }) },
      ]
    case 'pod':
      return [inRow(t('tx.row.podPower'), incoming.power, 'POD'), podReturnRow(t, incoming.power)]
    case 'token':
      return [inRow(t('tx.row.toWallet'), incoming.amount, incoming.token)]
  }
}

export const goalRows = (
  t: Translate,
  { goal, incoming }: Pick<Outline, 'goal' | 'incoming'>,
): readonly ReceiptRow[] =>
  isDirect(goal) ? directReceipt(t, goal).coming : incoming.flatMap((one) => incomingRows(t, one))

type OutlineViewProps = {
  readonly state: FlowState
  readonly outline: Outline
  readonly choice: ApprovalChoice
}

/** Several calls as one, before anything is signed: maximum cost, result, and the numbered steps. */
export const OutlineView = ({ state, outline, choice }: OutlineViewProps) => {
  const t = useT()
  const pays = paysAtMost(outline.legs)
  const coming = goalRows(t, outline)
  const withdraws = outline.goal.kind === 'withdraw'
  const total = useTotalRows(t, withdraws ? [] : pays, usePodPrices(outline))
  return (
    <div className="flex flex-col gap-3">
      <ChangesNote changes={state.changes} renewals={state.renewals} />
      <section>
        <h3 className="mb-1.5 text-12 text-t2">{t('tx.outline.pays')}</h3>
        <Receipt
          rows={[
            signerRow(t, { account: outline.account, receives: withdraws }),
            ...pays.map(({ token, amount }) => outRow(token, amount, token)),
            ...total,
            { label: t('tx.row.fee'), value: <Amount value={outline.gas.cost} token="BNB" size="sm" /> },
          ]}
        />
      </section>
      {coming.length === 0 ? null : (
        <section>
          <h3 className="mb-1.5 text-12 text-t2">{t('tx.comes')}</h3>
          <Receipt rows={coming} />
        </section>
      )}
      {outline.goal.kind === 'buyPODpower' ? <p className="text-12 text-t2">{t('tx.pod.note')}</p> : null}
      <Burn outline={outline} />
      {outline.legs.some(({ intent }) => intent.kind === 'wrapUSDR') ? (
        <p className="text-14 text-t1">{t('tx.outline.whyUsdr')}</p>
      ) : null}
      <StepList state={state} choice={choice} />
      <p className="text-12 text-t2">{t('tx.outline.note')}</p>
    </div>
  )
}

/** Price by which POD power is bought: the lower average, as in the form and in the voucher. */
const usePodPrices = ({ goal }: Outline): PriceTexts => {
  const isPod = goal.kind === 'buyPODpower'
  const { data } = useQuery({ ...podPowerConfigQuery(), enabled: isPod })
  return isPod && data?.prices ? { DR: { price: data.prices.lower } } : {}
}

/** Burn of a withdrawal: partly bought by the swap before it, so not part of the sum. */
const Burn = ({ outline: { goal, legs } }: Pick<OutlineViewProps, 'outline'>) => {
  const t = useT()
  if (goal.kind !== 'withdraw') return null
  const burned = legs.find(({ isGoal }) => isGoal)?.outgoing.find(({ token }) => token === 'DR')
  return burned === undefined ? null : (
    <p className="text-14 text-t1">{t('tx.outline.burns', { amount: atMostText(burned.amount) })}</p>
  )
}

/** Steps of all legs, finished ones included. */
export const StepList = ({ state, choice }: Pick<OutlineViewProps, 'state' | 'choice'>) => {
  const t = useT()
  return (
    <section>
      <h3 className="mb-1.5 text-12 text-t2">{t('tx.steps')}</h3>
      <Steps
        label={t('tx.steps')}
        items={listSteps(t, state, choice).map(({ title, step }) => ({
          title,
          state: step.state === 'done' ? 'done' : 'todo',
        }))}
      />
    </section>
  )
}

/** Rows for the cost of the legs after the current one, which its own receipt does not include. */
export const laterRows = (legs: readonly Leg[], label: string): readonly ReceiptRow[] =>
  paysAtMost(legs).map(({ token, amount }) => outRow(label, amount, token))
