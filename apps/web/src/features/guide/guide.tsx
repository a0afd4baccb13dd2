import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Icon, type IconName } from '../../ui/pictures/icons.tsx'

const ENFORCED = ['exit', 'call', 'supply', 'notice', 'caps'] as const
const NOT = ['money', 'exit', 'ledger', 'open', 'bugs'] as const

/** Guarantees that hold whatever the operator does. */
export const Enforced = () => {
  const t = useT()
  return (
    <Points
      title={t('guide.enforced')}
      icon="check"
      tone="text-in"
      texts={ENFORCED.map((name) => t(`guide.enforced.${name}`))}
    />
  )
}

/** Possible losses of a user and their causes, in the text size of the guarantees. */
export const NotGuaranteed = () => {
  const t = useT()
  return (
    <Points
      title={t('guide.not')}
      icon="alert"
      tone="text-out"
      texts={NOT.map((name) => t(`guide.not.${name}`))}
    />
  )
}

type PointsProps = {
  readonly title: string
  readonly icon: IconName
  readonly tone: string
  readonly texts: readonly string[]
}

const Points = ({ title, icon, tone, texts }: PointsProps) => (
  <Card>
    <CardHeader title={title} />
    <ul className="mt-1">
      {texts.map((text) => (
        <li key={text} className="flex gap-3 border-line py-2.5 text-14 not-first:border-t">
          <span className={`mt-px ${tone}`}>
            <Icon name={icon} size={18} />
          </span>
          {text}
        </li>
      ))}
    </ul>
  </Card>
)
