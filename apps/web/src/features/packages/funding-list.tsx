import { formatAmount } from '@dr/protocol/amounts'
import type { PackageIncome } from '@dr/protocol/calls/packages'
import { shownMemo } from '@dr/protocol/funding-memo'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Address } from '../../ui/text/address.tsx'
import { day } from '../../ui/text/moment.ts'

/** Sources of the income: who funded the budget, and the amount that is still free. */
export const FundingList = ({ income }: { readonly income: PackageIncome }) => {
  const t = useT()
  const { token, fundings, funded, left } = income
  return (
    <Disclosure title={t('packages.funding')}>
      <p className="num">
        {t('packages.fundingText', {
          funded: formatAmount(BigInt(funded), { maxDecimals: 2 }),
          left: formatAmount(BigInt(left), { maxDecimals: 2 }),
          token,
        })}
      </p>
      <ul>
        {fundings.map((funding) => (
          <Funding key={`${funding.txHash}${funding.amount}`} funding={funding} />
        ))}
      </ul>
    </Disclosure>
  )
}

/** One funding with its sender. The sender's own text is folded. */
const Funding = ({ funding }: { readonly funding: PackageIncome['fundings'][number] }) => {
  const t = useT()
  const { amount, token, at, source } = funding
  const memo = shownMemo(funding.memo, BigInt(amount))
  return (
    <li className="border-t border-line py-2 first:border-t-0">
      <div className="flex items-baseline justify-between gap-3 text-t1">
        <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1">
          {t('packages.fundedBy')}
          <Address address={source} keep={4} />
        </span>
        <Amount value={BigInt(amount)} token={token} size="sm" maxDecimals={2} signed />
      </div>
      <p className="num pb-1.5 text-12">{day(at)}</p>
      {memo === null ? null : (
        <Disclosure title={t('packages.memo')}>
          <p className="break-words">{memo}</p>
          <p className="mt-1 text-12">{t('packages.memoNote')}</p>
        </Disclosure>
      )}
    </li>
  )
}
