import type { TeamFigures } from '@dr/protocol/calls/community'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Amount, type AmountProps } from '../../ui/amounts/amount.tsx'

/** Two figures a row, separated by hairlines; one a row for large text. */
export const FigureGrid = ({ items }: { readonly items: readonly { label: string; value: ReactNode }[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-px overflow-hidden rounded-16 border border-line bg-line">
    {items.map(({ label, value }) => (
      <div key={label} className="min-w-0 bg-s2 px-3.5 py-2.5">
        <dt className="text-12 text-t2">{label}</dt>
        <dd className="num text-16 font-semibold break-words">{value}</dd>
      </div>
    ))}
  </dl>
)

type FigureProps = { readonly value: string } & Pick<AmountProps, 'size' | 'tone'>

/** USD with 18 decimals, shown to the cent. */
export const Usd = ({ value, ...rest }: FigureProps) => (
  <Amount value={BigInt(value)} token="USD" maxDecimals={2} {...rest} />
)

export const Pod = ({ value, ...rest }: FigureProps) => (
  <Amount value={BigInt(value)} token="POD" maxDecimals={2} {...rest} />
)

/** Sums of a group of users. `pledged`: another reading of that sum; null: not read. */
export const Figures = ({
  figures,
  pledged = figures.pledged,
}: {
  readonly figures: TeamFigures
  readonly pledged?: string | null
}) => {
  const t = useT()
  const count = (value: number) => <Amount value={BigInt(value)} decimals={0} />
  return (
    <FigureGrid
      items={[
        { label: t('community.figures.members'), value: count(figures.members) },
        { label: t('community.figures.newToday'), value: count(figures.newToday) },
        { label: t('community.figures.staked'), value: <Usd value={figures.staked} /> },
        { label: t('community.figures.pledged'), value: pledged === null ? '…' : <Pod value={pledged} /> },
      ]}
    />
  )
}
