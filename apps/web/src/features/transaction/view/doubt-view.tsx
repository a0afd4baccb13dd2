import type { Translate } from '../../../i18n/translate.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/form/button.tsx'
import { formatCount, formatDate } from '../../../ui/text/format.ts'
import type { Failure } from '../flow/failure.ts'
import { type Doubt, type FlowState, goalDone } from '../flow/flow-state.ts'
import { hasApproved } from '../flow/kept.ts'
import type { Flow } from '../flow/run-flow.ts'
import type { Plan } from '../plan/plan.ts'
import { failureText } from '../words/failure-text.ts'
import { legText } from '../words/leg-words.ts'
import { AllowanceNote } from './chain/allowance-note.tsx'
import { Hold, Result } from './result-view.tsx'
import { TransactionLink } from './transaction-link.tsx'

/** Failures without a text of their own: the chain's state says enough. */
const NOTHING_SAID: readonly Failure['code'][] = ['wallet-silent', 'refused', 'batch-unseen']

/** The wallet's error text, or why the call could not be tried again. */
const saidOf = (t: Translate, failure: Failure): string => {
  if (NOTHING_SAID.includes(failure.code)) return ''
  if (failure.code !== 'wallet-failed') return failureText(t, failure)
  return failure.message === '' ? '' : t('tx.doubt.said', { message: failure.message })
}

/** Text of what the chain shows so far. */
const knownText = (t: Translate, { failure, isWaiting, blockNumber }: Doubt, { voucher }: Plan): string => {
  if (isWaiting === null) return t('tx.doubt.checking')
  if (isWaiting) return t('tx.doubt.waiting')
  if (failure?.code === 'refused') return t('tx.doubt.refused', { block: formatCount(blockNumber ?? 0n) })
  return voucher === null
    ? t('tx.doubt.call')
    : t('tx.doubt.voucher', { time: formatDate(voucher.deadline * 1_000, 'YMDHMS') })
}

type DoubtProps = { readonly state: FlowState }

/** Result in doubt: the wallet did not report whether it sent the call, and what the chain shows so far. */
export const DoubtView = ({ state }: DoubtProps) => {
  const t = useT()
  const { plan, doubt, done, hash } = state
  if (plan === null || doubt === null) return null
  const { failure } = doubt
  const said = failure === null ? '' : saidOf(t, failure)
  const refused = failure?.code === 'refused'
  const approved = refused && hasApproved(state)
  const steps = done.map(({ leg }) => legText(t, leg)).join(t('tx.listComma'))
  return (
    <Result
      tone={refused ? 'off' : 'gold'}
      icon={refused ? 'close' : 'clock'}
      title={t(refused ? 'message.unsigned' : 'tx.doubt.title')}
    >
      <p className="text-14 text-t1">{knownText(t, doubt, plan)}</p>
      {approved ? <p className="text-14 text-t2">{t('tx.doubt.approved')}</p> : null}
      <AllowanceNote state={state} />
      {refused ? <Hold state={state} /> : null}
      {said === '' ? null : <p className="text-14 text-t2 break-words">{said}</p>}
      {done.length === 0 ? null : <p className="text-14 text-t2">{t('tx.kept.done', { steps })}</p>}
      {goalDone(done) === null ? null : <p className="text-14 text-t2">{t('tx.kept.goalDoneUnknown')}</p>}
      {hash === null ? null : <TransactionLink hash={hash} />}
    </Result>
  )
}

type DoubtFooterProps = DoubtProps & { readonly flow: Flow | null; readonly onClose: () => void }

/** Another look is the main action. Signing again is offered once the chain was read, with its conditions. */
export const DoubtFooter = ({ state: { plan, doubt }, flow, onClose }: DoubtFooterProps) => {
  const t = useT()
  const again = (): void => flow?.dispatch({ type: 'again' })
  if (doubt?.failure?.code === 'refused' && doubt.isWaiting !== true)
    return (
      <>
        <Button variant="primary" busy={doubt.isWaiting === null} onClick={again}>
          {t('common.retry')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('common.close')}
        </Button>
      </>
    )
  return (
    <>
      <Button variant="primary" busy={doubt?.isWaiting === null} onClick={() => flow?.look()}>
        {t('tx.doubt.look')}
      </Button>
      {doubt?.isWaiting === false ? (
        <Button onClick={again}>{t(plan?.voucher ? 'tx.doubt.sameVoucher' : 'tx.doubt.notSent')}</Button>
      ) : null}
      <Button variant="quiet" onClick={onClose}>
        {t('common.close')}
      </Button>
    </>
  )
}
