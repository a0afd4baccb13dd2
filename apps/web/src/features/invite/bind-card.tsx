import { useState } from 'react'
import type { Address } from 'viem'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'

const BindSheet = lazySheet(() => import('./bind-sheet.tsx').then((module) => module.BindSheet))

/** Asks for the inviter, whose binding activates the account. */
export const BindCard = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <Card className="flex items-center gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-12 bg-gold-soft text-gold">
        <Icon name="dao" size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">{t('home.bind.title')}</h2>
        <p className="text-12 text-t2">{t('home.bind.hint')}</p>
      </div>
      <Button size="sm" variant="primary" onClick={() => setSheet('open')}>
        {t('home.bind.enter')}
      </Button>
      {sheet === 'unused' ? null : (
        <BindSheet
          address={address}
          open={sheet === 'open'}
          onOpenChange={(open) => setSheet(open ? 'open' : 'closed')}
        />
      )}
    </Card>
  )
}
