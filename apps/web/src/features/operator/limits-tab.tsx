import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { operatorQuery } from '../../api/queries/operator.ts'
import { formatIn } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Columns } from '../../ui/layout/columns.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { moment } from '../../ui/text/moment.ts'
import { OperatorList } from './operator-list.tsx'
import { ProposalList } from './proposal-list.tsx'
import { type Proposed, ProposeForm } from './propose-form.tsx'
import { subjectName } from './subject-name.ts'

/** Limits and budgets: one operator proposes, another approves. */
export const LimitsTab = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const limits = useQuery(operatorQuery(address, 'operatorLimits'))
  const budgets = useQuery(operatorQuery(address, 'operatorBudgets'))
  const [proposed, setProposed] = useState<Proposed | null>(null)
  const lists = (
    <>
      <OperatorList title={t('operator.limits')} lead={t('operator.limits.lead')} query={limits}>
        {({ items }) =>
          items.map(({ name, unit, value, standard, least: min, most: max }) => (
            <ListRow
              key={name}
              icon="shield"
              title={subjectName(t, name).name}
              detail={t('operator.limits.bounds', {
                standard: formatAmount(BigInt(standard)),
                least: formatAmount(BigInt(min)),
                most: formatAmount(BigInt(max)),
              })}
              value={formatIn(unit, BigInt(value))}
              chevron
              onClick={() => setProposed({ kind: 'limit', name, subject: name, value })}
            />
          ))
        }
      </OperatorList>
      <OperatorList title={t('operator.budgets')} lead={t('operator.budgets.lead')} query={budgets}>
        {(data) => [
          ...data.budgets.map(({ packageId, token, left, withheld, funded, committedUntil }) => (
            <ListRow
              key={`${packageId}:${token}`}
              icon="coin"
              title={t('platform.budgetOf', { packageId, token })}
              detail={`${t('operator.budgets.funded', { amount: formatAmount(BigInt(funded)) })}${committedUntil === null ? '' : ` · ${t('operator.budgets.until', { time: moment(committedUntil) })}`}`}
              value={`${formatAmount(BigInt(left), { maxDecimals: 2 })} ${token}`}
              valueDetail={t('operator.budgets.withheld', {
                amount: formatAmount(BigInt(withheld), { maxDecimals: 2 }),
              })}
              chevron
              onClick={() =>
                setProposed({
                  kind: 'budget',
                  packageId,
                  token,
                  subject: `budget:${packageId}:${token}`,
                  value: withheld,
                })
              }
            />
          )),
          <li key="funding" className="border-line pt-3 not-first:border-t">
            <Disclosure title={t('operator.budgets.fund')}>
              <p className="text-14 text-t2">{t('operator.budgets.fundLead')}</p>
              <p className="num mt-2 text-12 break-all text-t2">{data.funding.contract}</p>
              <p className="num mt-2 text-12 break-words text-t2">{data.funding.fundBudget}</p>
              <p className="num mt-2 text-12 break-words text-t2">{data.funding.fundPools}</p>
              <ul className="num mt-2 text-12 break-all text-t2">
                {Object.entries(data.funding.tokens).map(([token, contract]) => (
                  <li key={token}>{`${token} ${contract}`}</li>
                ))}
                {data.budgets.map(({ packageId, token, chainPackageId }) => (
                  <li key={chainPackageId}>{`#${packageId} ${token}: packageId = ${chainPackageId}`}</li>
                ))}
              </ul>
            </Disclosure>
          </li>,
        ]}
      </OperatorList>
    </>
  )
  return (
    <>
      <Columns side={<ProposalList address={address} />} rest={lists} />
      {proposed ? (
        <ProposeForm address={address} proposed={proposed} onClose={() => setProposed(null)} />
      ) : null}
    </>
  )
}
