import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { SCOPES, type Scope } from './additions.ts'
import { Burned } from './burned.tsx'
import { FigureGrid, Figures, Pod, Usd } from './figures.tsx'
import type { Mine } from './level.ts'

/** My team in figures: all of it, or those I invited myself. What is my own is shown apart. */
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

/** Without a team only what is one's own; nothing where there is nothing of that either. */
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
