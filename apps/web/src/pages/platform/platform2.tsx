import { useSession } from '../../api/session/session.ts'
import { CheckAndLeave } from '../../features/exit/check-and-leave.tsx'
import { Enforced, NotGuaranteed } from '../../features/guide/guide.tsx'
import { MoneyFlow, RewardSources } from '../../features/guide/money-flow.tsx'
import { Terms } from '../../features/guide/terms.tsx'
import { LiveComparison } from '../../features/reserves/live-comparison.tsx'
import { SignInCard } from '../../features/session/sign-in-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Page } from '../frame/page.tsx'
import { usePageValues } from '../navigation.ts'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

const PARTS = ['guide', 'exit'] as const
type Part = (typeof PARTS)[number]
const TITLES = { guide: 'guide.title', exit: 'exit.title' } as const
const TABS = { guide: 'guide.tab', exit: 'exit.tab' } as const

/**
 * `/pages/platform/platform2?value1=<part>`: how it works, guarantees, risks and terms; or the account's own
 * proof and the way out.
 */
export const Platform2Page = () => {
  const t = useT()
  const { redirect } = useGo()
  const { value1 } = usePageValues()
  const part = PARTS.find((name) => name === value1) ?? 'guide'
  return (
    <Page title={t(TITLES[part])}>
      <Segmented<Part>
        label={t(TITLES[part])}
        value={part}
        onChange={(next) => redirect(PATHS.platform2, { value1: next })}
        items={PARTS.map((value) => ({ value, label: t(TABS[value]) }))}
      />
      {part === 'exit' ? <Exit /> : <Guide />}
    </Page>
  )
}

const Exit = () => {
  const t = useT()
  const session = useSession()
  if (session.status === 'signed-in') return <CheckAndLeave address={session.address} />
  return (
    <Card>
      <SignInCard title={t('exit.visitor')} />
    </Card>
  )
}

const Guide = () => {
  const t = useT()
  const { push } = useGo()
  return (
    <Columns
      side={
        <>
          <NotGuaranteed />
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
  )
}
