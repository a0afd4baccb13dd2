import type { FundFlow } from '@dr/protocol/calls/fund-flows'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Parts } from '../../ui/layout/parts.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { formatShort } from '../../ui/text/format.ts'
import { looks, signedAmount } from './looks.ts'
import { sourceText } from './source.ts'

/** One ledger line: kind, time, source and amount. */
export const FlowRow = ({
  flow,
  onOpen,
}: {
  readonly flow: FundFlow
  readonly onOpen: (flow: FundFlow) => void
}) => {
  const t = useT()
  const { icon, tone } = looks[flow.kind]
  const { value, signed } = signedAmount(flow)
  return (
    <ListRow
      icon={icon}
      iconTone={tone}
      title={t(`ledger.kind.${flow.kind}`)}
      detail={
        <Parts>
          {formatShort(flow.at)}
          {sourceText(t, flow)}
        </Parts>
      }
      value={
        <Amount value={value} signed={signed} size="sm" tone={tone} className={signed ? '' : 'text-t2'} />
      }
      valueDetail={flow.token}
      onClick={() => onOpen(flow)}
    />
  )
}
