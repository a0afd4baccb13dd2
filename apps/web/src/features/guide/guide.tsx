import { useT } from '../../i18n/use-t.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'

const TOPICS = ['money', 'machine', 'electricity', 'voucher', 'risk'] as const

/** Introduction and risks. */
export const Guide = () => {
  const t = useT()
  return (
    <Card className="py-1">
      {TOPICS.map((topic) => (
        <Disclosure key={topic} title={t(`guide.${topic}.q`)}>
          {t(`guide.${topic}.a`)}
        </Disclosure>
      ))}
    </Card>
  )
}
