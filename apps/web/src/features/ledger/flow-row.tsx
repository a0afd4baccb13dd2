import type { FundFlow } from '@dr/protocol/calls/users'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatShort } from '../../ui/format.ts'
import type { IconName } from '../../ui/icons.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { isWithin } from './within.ts'

const looks: Record<FundFlow['kind'], { readonly icon: IconName; readonly tone: 'in' | 'out' | 'plain' }> = {
  'mining.collect': { icon: 'down', tone: 'in' },
  'withdrawal.hold': { icon: 'clock', tone: 'plain' },
  'withdrawal.paid': { icon: 'up', tone: 'plain' },
  'withdrawal.burned': { icon: 'fire', tone: 'out' },
  'withdrawal.released': { icon: 'down', tone: 'plain' },
}

/** What came in counts up, what left counts down, what only moved inside shows its size. */
export const signedAmount = ({ kind, direction, amount }: FundFlow): { value: bigint; signed: boolean } =>
  isWithin(kind)
    ? { value: BigInt(amount), signed: false }
    : { value: direction === 'in' ? BigInt(amount) : -BigInt(amount), signed: true }

const SHORT = 10

/** Where a line's money came from, in a few words. */
export function sourceText(t: Translate, { source }: FundFlow, whole = false): string {
  const reference = source.reference ?? ''
  const shown =
    whole || reference.length <= SHORT ? reference : `${reference.slice(0, 4)}…${reference.slice(-4)}`
  return t(`ledger.source.${source.kind}`, { reference: shown })
}

/** One ledger line: what, when, from where, how much. */
export function FlowRow({
  flow,
  onOpen,
}: {
  readonly flow: FundFlow
  readonly onOpen: (flow: FundFlow) => void
}) {
  const t = useT()
  const { icon, tone } = looks[flow.kind]
  const { value, signed } = signedAmount(flow)
  const amountTone = tone === 'plain' ? 'plain' : tone
  return (
    <ListRow
      icon={icon}
      iconTone={tone}
      title={t(`ledger.kind.${flow.kind}`)}
      detail={`${formatShort(flow.at)} · ${sourceText(t, flow)}`}
      value={
        <Amount
          value={value}
          signed={signed}
          size="sm"
          tone={amountTone}
          className={signed ? '' : 'text-t2'}
        />
      }
      valueDetail={flow.token}
      onClick={() => onOpen(flow)}
    />
  )
}
