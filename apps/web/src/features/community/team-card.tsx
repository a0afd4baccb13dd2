import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SCOPES, type Scope } from './additions.ts'
import { Burned } from './burned.tsx'
import { FigureGrid, Figures, Pod, Usd } from './figures.tsx'
import type { Mine } from './level.ts'

/** My team in figures: all of it, or those I invited myself. What is my own stands apart. */
export function TeamCard({ mine }: { readonly mine: Mine }) {
  const t = useT()
  const [scope, setScope] = useState<Scope>('team')
  const { own } = mine
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
          <FigureGrid
            items={[
              { label: t('community.figures.staked'), value: <Usd value={own.staked} /> },
              { label: t('community.figures.pledged'), value: <Pod value={own.pledged} /> },
              { label: t('community.figures.burned'), value: <Usd value={own.burned} /> },
            ]}
          />
        </Disclosure>
      </div>
    </Card>
  )
}
