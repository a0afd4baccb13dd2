import { readVoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import type { MessageKey } from '../../../i18n/keys.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/form/button.tsx'
import type { FlowState } from '../flow/flow-state.ts'
import type { TransactionIntent } from '../intents.ts'
import type { NextPlace } from '../place.ts'
import type { Plan } from '../plan/plan.ts'
import { kindOfPlan, remainingIntent } from '../plan/plan-kind.ts'
import { ActivateBought } from './activate-bought.tsx'

type DoneFooterProps = {
  readonly state: FlowState
  readonly onMore: (intent: TransactionIntent) => void
  readonly onClose: () => void
  readonly onGo: (place: NextPlace) => void
}

interface Next {
  readonly place: NextPlace
  readonly label: MessageKey
}

/** Next actions, the main one first; none for most kinds. */
const nextOf = (plan: Plan): readonly Next[] => {
  const kind = kindOfPlan(plan)
  if (kind === 'activate')
    return [
      { place: 'mining', label: 'moment.mining.see' },
      { place: 'pod-power', label: 'moment.mining.pod' },
    ]
  if (kind === 'deposit') return [{ place: 'assets', label: 'moment.assets' }]
  if (kind !== 'withdraw' || plan.voucher === null) return []
  return readVoucherMessage(plan.voucher.typedData).kind === 'withdraw-dr'
    ? [{ place: 'swap-dr', label: 'moment.withdrawn.swap' }]
    : [{ place: 'assets', label: 'moment.assets' }]
}

/**
 * Footer after success: the rest of a batch, the next action, or closing. It does not change when the block
 * becomes final, so no button moves while the user taps.
 */
export const DoneFooter = ({ state, onMore, onClose, onGo }: DoneFooterProps) => {
  const t = useT()
  const { plan, hash } = state
  const more = plan ? remainingIntent(plan) : null
  const bought = plan?.voucher?.kind === 'buy-machine' && more === null ? hash : null
  const next = plan && more === null ? nextOf(plan) : []
  const leaveTo = (place: NextPlace) => (): void => {
    onClose()
    onGo(place)
  }
  const active = plan && kindOfPlan(plan) === 'activate' && next.length > 0
  return (
    <>
      {more === null ? null : (
        <Button variant="primary" onClick={() => onMore(more)}>
          {t('tx.more')}
        </Button>
      )}
      {plan && bought !== null ? (
        <ActivateBought
          account={plan.account}
          hash={bought}
          count={plan.intent?.kind === 'buyMachine' ? plan.intent.machineCount : null}
          onActivate={onMore}
        />
      ) : null}
      {active ? null : (
        <Button variant={more === null && bought === null ? 'primary' : 'quiet'} onClick={onClose}>
          {t('tx.done')}
        </Button>
      )}
      {next.map(({ place, label }, index) => (
        <Button key={place} variant={active && index === 0 ? 'primary' : 'quiet'} onClick={leaveTo(place)}>
          {t(label)}
        </Button>
      ))}
    </>
  )
}
