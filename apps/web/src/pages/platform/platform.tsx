import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { configQuery } from '../../api/queries/public.ts'
import { useSession } from '../../api/session/session.ts'
import { BurnedCard } from '../../features/books/burned-card.tsx'
import { ContractsCard } from '../../features/books/contracts-card.tsx'
import { CoverageCard } from '../../features/books/coverage-card.tsx'
import { EmissionCard } from '../../features/books/emission-card.tsx'
import { FundingCard } from '../../features/books/funding-card.tsx'
import { ParametersCard } from '../../features/books/parameters-card.tsx'
import { PriceCard } from '../../features/books/price-card.tsx'
import { RootsCard } from '../../features/books/roots-card.tsx'
import { SettingsCard } from '../../features/books/settings-card.tsx'
import { ShortfallsCard } from '../../features/books/shortfalls-card.tsx'
import { VaultCards } from '../../features/books/vault-cards.tsx'
import { DividendRules } from '../../features/dividends/dividend-rules.tsx'
import { WeeksCard } from '../../features/dividends/weeks-card.tsx'
import { NoticesRow } from '../../features/notices/notices-row.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { PartFailed } from '../../ui/layout/part-failed.tsx'
import { Page } from '../frame/page.tsx'
import { usePageValues } from '../navigation.ts'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

const DrawParts = lazyPart(
  () => import('../../features/game/draw-parts.tsx').then((module) => module.DrawParts),
  (retry) => <PartFailed onRetry={retry} />,
)
const PARTS = ['reserves', 'rewards', 'tokens', 'rules'] as const
type Part = (typeof PARTS)[number]

/** Content of a part, in the two columns of a wide screen. */
const contentsOf = (
  onCheck: () => void,
): Record<Part, { readonly main: ReactNode; readonly side: ReactNode }> => ({
  reserves: {
    main: <VaultCards vaults={[0, 1]} />,
    side: (
      <>
        <VaultCards vaults={[2]} />
        <RootsCard onCheck={onCheck} />
        <ShortfallsCard />
      </>
    ),
  },
  rewards: { main: <FundingCard />, side: <WeeksCard /> },
  tokens: {
    main: (
      <>
        <EmissionCard />
        <BurnedCard />
      </>
    ),
    side: <PriceCard />,
  },
  rules: {
    main: <ParametersCard weeklyRules={<DividendRules />} />,
    side: (
      <>
        <SettingsCard />
        <ContractsCard />
      </>
    ),
  },
})

/** `/pages/platform/platform?value1=<part>`: the open books, each part below the coverage. */
export const PlatformPage = () => {
  const t = useT()
  const { push, redirect } = useGo()
  const session = useSession()
  const { value1 } = usePageValues()
  const part = PARTS.find((name) => name === value1) ?? 'reserves'
  // The choice is seen at once; what it shows is drawn in slices.
  const shown = useDeferredValue(part)
  const { main, side } = contentsOf(() => push(PATHS.platform2, { value1: 'exit' }))[shown]
  return (
    <Page title={t('platform.title')}>
      <Columns
        side={
          <>
            <p className="px-1 text-14 text-t2">{t('platform.intro')}</p>
            <NoticesRow address={session.status === 'signed-in' ? session.address : null} />
          </>
        }
      >
        <CoverageCard />
      </Columns>
      <Segmented<Part>
        label={t('platform.title')}
        value={part}
        onChange={(next) => redirect(PATHS.platform, { value1: next })}
        items={PARTS.map((value) => ({ value, label: t(`platform.view.${value}`) }))}
      />
      <Columns key={shown} side={side}>
        {main}
        {shown === 'rewards' ? <Game /> : null}
      </Columns>
      <Button onClick={() => push(PATHS.platform2)}>{t('platform.next')}</Button>
    </Page>
  )
}

/** The digit draw, if enabled. */
const Game = () => {
  const { data } = useQuery(configQuery())
  if (!data?.features.game) return null
  return <DrawParts />
}
