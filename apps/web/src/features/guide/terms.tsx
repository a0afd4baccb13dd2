import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'

/** Title and text of each term. */
const TERMS = [
  ['guide.electricity.q', 'guide.electricity.a'],
  ['guide.voucher.q', 'guide.voucher.a'],
  ['terms.promise.q', 'terms.promise'],
  ['terms.final.q', 'terms.final'],
  ['terms.keys.q', 'terms.keys'],
  ['terms.rules.q', 'terms.rules'],
  ['terms.stop.q', 'terms.stop'],
  ['terms.recent.q', 'withdrawal.limits.recentNote'],
  ['terms.law.q', 'terms.law'],
] as const

/** Terms of use: those explained above in full, and the rest. */
export const Terms = () => {
  const t = useT()
  return (
    <Card className="pb-1">
      <CardHeader title={t('terms.title')} />
      {TERMS.map(([title, text]) => (
        <Disclosure key={title} title={t(title)}>
          {t(text)}
        </Disclosure>
      ))}
    </Card>
  )
}
