import { useState } from 'react'
import type { Address } from 'viem'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { lazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import type { PledgeAction } from './pledge-limits.ts'
import { pledgeLimits } from './pledge-limits.ts'
import type { PodPowerInfo } from './power-hero.tsx'

const PledgeSheet = lazySheet(() => import('./pledge-sheet.tsx').then((module) => module.PledgeSheet))

/** Pledged power, which draws dividends; with the actions that change it, and their effective date. */
export const PledgeCard = ({ address, info }: { readonly address: Address; readonly info: PodPowerInfo }) => {
  const t = useT()
  const [sheet, setSheet] = useState<{ action: PledgeAction; open: boolean; turn: number } | null>(null)
  const limits = pledgeLimits(info)
  const open = (action: PledgeAction): void =>
    setSheet((last) => ({ action, open: true, turn: (last?.turn ?? 0) + 1 }))
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader title={t('power.pledge')} />
      <p className="text-14 text-t2">{t('power.pledgeHow')}</p>
      <div className="flex flex-wrap gap-3">
        <Button className="flex-auto" disabled={limits.pledge === 0n} onClick={() => open('pledge')}>
          {t('power.pledge.pledge')}
        </Button>
        <Button className="flex-auto" disabled={limits.unpledge === 0n} onClick={() => open('unpledge')}>
          {t('power.pledge.unpledge')}
        </Button>
      </div>
      {sheet ? (
        <PledgeSheet
          key={sheet.turn}
          address={address}
          action={sheet.action}
          info={info}
          open={sheet.open}
          onOpenChange={(next) => setSheet({ ...sheet, open: next })}
        />
      ) : null}
    </Card>
  )
}
