import { formatAmount } from '@dr/protocol/amounts'
import type { PackageIncome } from '@dr/protocol/calls/packages'
import { useT } from '../../i18n/use-t.ts'
import { Address } from '../../ui/address.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { formatDate } from '../../ui/format.ts'

/** Where the income comes from: who put what into the budget, and what of it is still free. */
export function FundingList({ income }: { readonly income: PackageIncome }) {
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
          <li
            key={`${funding.txHash}${funding.amount}`}
            className="border-t border-line py-2 first:border-t-0"
          >
            <div className="flex items-baseline justify-between gap-3 text-t1">
              <span className="min-w-0 break-words">{funding.memo}</span>
              <Amount value={BigInt(funding.amount)} token={funding.token} size="sm" maxDecimals={2} signed />
            </div>
            <div className="num flex flex-wrap items-center justify-between gap-x-3 text-12">
              <span>{formatDate(funding.at * 1_000, 'YMD')}</span>
              <span className="inline-flex items-center gap-1">
                {t('packages.fundedBy')}
                <Address address={funding.source} keep={4} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
