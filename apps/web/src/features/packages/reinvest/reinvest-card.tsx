import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { isTerm, type PackageList, packageListQuery, reinvestableNow } from '../../../api/queries/packages.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/form/button.tsx'
import { lazySheet } from '../../../ui/sheet/lazy-sheet.tsx'
import type { Reinvestable } from '../package-view.ts'

const ReinvestSheet = lazySheet(() => import('./reinvest-sheet.tsx').then((module) => module.ReinvestSheet))

type ReinvestCardProps = { readonly address: Address; readonly open: Reinvestable | undefined }

/** Reinvestable principal and income; nothing without any. */
export const ReinvestCard = ({ address, open }: ReinvestCardProps) => {
  const t = useT()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  const { data } = useQuery(packageListQuery())
  if (open === undefined || (open.USDT === '0' && open.DR === '0')) return null
  const taken = reinvestableNow(data?.items ?? [], open)
  const amounts = (['USDT', 'DR'] as const)
    .filter((token) => open[token] !== '0')
    .map((token) => `${formatAmount(BigInt(open[token]), { maxDecimals: 6 })} ${token}`)
  return (
    <div className="mb-1 flex items-center gap-3 rounded-16 bg-s2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-t2">{t('packages.reinvestable')}</p>
        <p className="num font-semibold">{amounts.join(' · ')}</p>
      </div>
      {taken.USDT === '0' && taken.DR === '0' ? (
        <p className="text-right text-12 text-t2">{data ? minimumText(t, data.items, open) : null}</p>
      ) : (
        <Button size="sm" variant="accent" onClick={() => setSheet('open')}>
          {t('packages.reinvest')}
        </Button>
      )}
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

/** Reason why no package takes it: closed now, or below the lowest minimum. */
const minimumText = (
  t: ReturnType<typeof useT>,
  items: PackageList['items'],
  amounts: Reinvestable,
): string | null => {
  const fitting = items.filter(isTerm).filter(({ token }) => amounts[token] !== '0')
  const lowest = fitting.toSorted((a, b) => Number(BigInt(a.reinvestMinimum) - BigInt(b.reinvestMinimum)))[0]
  if (lowest === undefined) return null
  const { token, reinvestMinimum } = lowest
  return BigInt(amounts[token]) >= BigInt(reinvestMinimum)
    ? t('home.packages.closed')
    : t('home.packages.minimum', { amount: formatAmount(BigInt(reinvestMinimum)), token })
}
