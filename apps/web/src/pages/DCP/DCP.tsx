import { DrTiles } from '../../features/books/dr-tiles.tsx'
import { SoonCard } from '../../features/soon/soon-card.tsx'
import { useT } from '../../i18n/use-t.ts'
import { NavPill } from '../../ui/nav-bar.tsx'
import { Page } from '../frame/page.tsx'
import { PATHS } from '../paths.ts'
import { useGo } from '../use-go.ts'

/** `/pages/DCP/DCP`: POD power, which opens with a later issue; until then what is known and how it will work. */
export function PowerPage() {
  const t = useT()
  const { push } = useGo()
  return (
    <Page
      title={t('power.title')}
      pills={<NavPill onClick={() => push(PATHS.pledgeRecord)}>{t('power.recordsShort')}</NavPill>}
    >
      <DrTiles />
      <SoonCard title={t('power.buy')} text={t('power.hint')} />
      <SoonCard title={t('power.pledge')} text={t('power.pledgeHint')} />
      <SoonCard title={t('backpack.dividend.title')} text={t('backpack.dividend.hint')} />
    </Page>
  )
}
