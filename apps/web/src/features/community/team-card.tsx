import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { SCOPES, type Scope } from './additions.ts'
import { Burned } from './burned.tsx'
import { FigureGrid, Figures, Pod, Usd } from './figures.tsx'
import type { Mine } from './level.ts'

/**
 * Figures of the user's team: the whole downline or direct referrals. The user's own are shown separately.
 */
export const TeamCard = ({ mine }: { readonly mine: Mine }) => {
  const t = useT()
  const [scope, setScope] = useState<Scope>('team')
  if (mine.team.members === 0) return <OwnCard own={mine.own} />
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader title={t('community.team')} />
      <Segmented<Scope>
        label={t('community.scope')}
        value={scope}
        onChange={setScope}
        items={SCOPES.map((value) => ({ value, label: t(`community.scope.${value}`) }))}
      />
      <Figures figures={mine[scope]} />
      <Burned value={mine[scope].burned} />
      <p className="text-12 text-t2">{t('community.priced')}</p>
      <div className="-mb-4 border-t border-line">
        <Disclosure title={t('community.own')}>
          <OwnFigures own={mine.own} />
        </Disclosure>
      </div>
    </Card>
  )
}

type Own = Mine['own']

/** Only the user's own figures, for a user without a team; nothing if they are all zero. */
const OwnCard = ({ own }: { readonly own: Own }) => {
  const t = useT()
  if (Object.values(own).every((amount) => amount === '0')) return null
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader title={t('community.own')} />
      <OwnFigures own={own} />
    </Card>
  )
}

const OwnFigures = ({ own }: { readonly own: Own }) => {
  const t = useT()
  return (
    <FigureGrid
      items={[
        { label: t('community.figures.staked'), value: <Usd value={own.staked} /> },
        { label: t('community.figures.pledged'), value: <Pod value={own.pledged} /> },
        { label: t('community.figures.burned'), value: <Usd value={own.burned} /> },
      ]}
    />
  )
}
