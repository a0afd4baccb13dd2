import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { useSession } from '../../api/session/session.ts'
import { AccountLookup } from '../../features/operator/account-lookup.tsx'
import { AuditTab } from '../../features/operator/audit-tab.tsx'
import { BooksTab } from '../../features/operator/books-tab.tsx'
import { LimitsTab } from '../../features/operator/limits-tab.tsx'
import { NoticesTab } from '../../features/operator/notices-tab.tsx'
import { PackagesTab } from '../../features/operator/packages-tab.tsx'
import { ProductsTab } from '../../features/operator/products-tab.tsx'
import { StopsTab } from '../../features/operator/stops-tab.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Columns, Narrow } from '../../ui/layout/columns.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Page } from '../frame/page.tsx'
import { usePageValues } from '../navigation.ts'
import { EXTRA_PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

const PARTS = ['notices', 'limits', 'stops', 'products', 'packages', 'books', 'log'] as const
type Part = (typeof PARTS)[number]

const contents: Record<Part, (address: Address) => ReactNode> = {
  notices: (address) => (
    <Narrow>
      <NoticesTab address={address} />
    </Narrow>
  ),
  limits: (address) => <LimitsTab address={address} />,
  stops: (address) => (
    <Narrow>
      <StopsTab address={address} />
    </Narrow>
  ),
  products: (address) => <ProductsTab address={address} />,
  packages: (address) => <PackagesTab address={address} />,
  books: (address) => (
    <Columns side={<AccountLookup address={address} />}>
      <BooksTab address={address} />
    </Columns>
  ),
  log: (address) => (
    <Narrow>
      <AuditTab address={address} />
    </Narrow>
  ),
}

/**
 * `/pages/operator/operator?value1=<part>`, not in the requirement: for allow-listed wallets, which the
 * server checks on each call.
 */
export const OperatorPage = () => {
  const t = useT()
  const session = useSession()
  const { redirect } = useGo()
  const { value1 } = usePageValues()
  const part = PARTS.find((name) => name === value1) ?? 'notices'
  const allowed = session.status === 'signed-in' && session.profile.flags.operator
  return (
    <Page title={t('operator.title')}>
      {allowed ? (
        <>
          <Narrow>
            <Segmented<Part>
              label={t('operator.title')}
              value={part}
              onChange={(next) => redirect(EXTRA_PATHS.operator, { value1: next })}
              items={PARTS.map((value) => ({ value, label: t(`operator.view.${value}`) }))}
            />
          </Narrow>
          {contents[part](session.address)}
        </>
      ) : (
        <EmptyState icon="shield" title={t('operator.notOne')} detail={t('operator.notOneHint')} />
      )}
    </Page>
  )
}
