import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'

/** Packages come with a later issue; until one is funded, none is open, and the card says no more than that. */
export function PackagesCard() {
  const t = useT()
  return (
    <Card>
      <CardHeader title={t('home.packages.title')} aside={<Chip tone="off">{t('common.notOpen')}</Chip>} />
      <p className="mt-1 text-12 text-t2">{t('home.packages.hint')}</p>
    </Card>
  )
}
