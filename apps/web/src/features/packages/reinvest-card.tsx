import { formatAmount } from '@dr/protocol/amounts'
import { useState } from 'react'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { lazySheet } from '../../ui/lazy-sheet.tsx'
import type { Reinvestable } from './package-view.ts'

const ReinvestSheet = lazySheet(() => import('./reinvest-sheet.tsx').then((module) => module.ReinvestSheet))

type ReinvestCardProps = { readonly address: Address; readonly open: Reinvestable | undefined }

/** What matured or came as income and could go back into a package; nothing where there is none. */
export function ReinvestCard({ address, open }: ReinvestCardProps) {
  const t = useT()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  if (open === undefined || (open.USDT === '0' && open.DR === '0')) return null
  const amounts = (['USDT', 'DR'] as const)
    .filter((token) => open[token] !== '0')
    .map((token) => `${formatAmount(BigInt(open[token]), { maxDecimals: 6 })} ${token}`)
  return (
    <div className="mb-1 flex items-center gap-3 rounded-16 bg-s2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-t2">{t('packages.reinvestable')}</p>
        <p className="num font-semibold">{amounts.join(' · ')}</p>
      </div>
      <Button size="sm" variant="accent" onClick={() => setSheet('open')}>
        {t('packages.reinvest')}
      </Button>
      {sheet === 'unused' ? null : (
        <ReinvestSheet
          address={address}
          reinvestable={open}
          open={sheet === 'open'}
          onOpenChange={(next) => setSheet(next ? 'open' : 'closed')}
        />
      )}
    </div>
  )
}
