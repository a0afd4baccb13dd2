import { Guide } from '../../features/guide/guide.tsx'
import { SoonCard } from '../../features/soon/soon-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/platform/platform2`: how it works, the risks, and checking one's own balance once attestation opens. */
export function Platform2Page() {
  const t = useT()
  const { push } = useGo()
  return (
    <Page title={t('guide.title')}>
      <Guide />
      <SoonCard title={t('guide.check.title')} text={t('guide.check.hint')}>
        <p className="mt-2 text-14 text-t2">{t('guide.now')}</p>
        <Button size="sm" className="mt-3" onClick={() => push(PATHS.platform)}>
          {t('platform.title')}
        </Button>
      </SoonCard>
    </Page>
  )
}
