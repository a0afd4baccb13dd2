import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'

const TERMS = [
  'terms.promise',
  'terms.final',
  'terms.keys',
  'terms.rules',
  'terms.stop',
  'withdrawal.limits.recentNote',
  'terms.law',
] as const

/** Terms, in the same text size as everything else. */
export const Terms = () => {
  const t = useT()
  return (
    <Card>
      <CardHeader title={t('terms.title')} />
      <ol className="mt-2 list-decimal pl-5 text-14 text-t2 marker:text-t3">
        {TERMS.map((term) => (
          <li key={term} className="py-1">
            {t(term)}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Note about what can be checked today, and what cannot yet. */
export const ExitNote = () => {
  const t = useT()
  return (
    <Card>
      <CardHeader title={t('terms.exit')} />
      <p className="mt-1 text-14 text-t2">{t('terms.exitText')}</p>
    </Card>
  )
}
