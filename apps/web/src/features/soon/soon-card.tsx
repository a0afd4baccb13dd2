import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'

/** Something that opens later: its name, that it is not open, and how it will work. Nothing invented. */
export function SoonCard({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}) {
  const t = useT()
  return (
    <Card>
      <CardHeader title={title} aside={<Chip tone="off">{t('common.notOpen')}</Chip>} />
      <p className="mt-1 text-14 text-t2">{text}</p>
      {children}
    </Card>
  )
}
