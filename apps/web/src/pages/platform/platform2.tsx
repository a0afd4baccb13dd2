import { Enforced, NotGuaranteed } from '../../features/guide/guide.tsx'
import { MoneyFlow, RewardSources } from '../../features/guide/money-flow.tsx'
import { ExitNote, Terms } from '../../features/guide/terms.tsx'
import { LiveComparison } from '../../features/reserves/live-comparison.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/**
 * `/pages/platform/platform2`: distribution of money, guarantees and risks, checks by this browser, terms.
 */
export const Platform2Page = () => {
  const t = useT()
  const { push } = useGo()
  return (
    <Page title={t('guide.title')}>
      <Columns
        side={
          <>
            <NotGuaranteed />
            <ExitNote />
            <LiveComparison />
          </>
        }
        rest={
          <>
            <Terms />
            <Button onClick={() => push(PATHS.platform)}>{t('platform.title')}</Button>
          </>
        }
      >
        <MoneyFlow />
        <RewardSources />
        <Enforced />
      </Columns>
    </Page>
  )
}
