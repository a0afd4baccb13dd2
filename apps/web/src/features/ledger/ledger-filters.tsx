import { useState } from 'react'
import type { FundFlowFilter } from '../../api/queries/ledger.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { Icon } from '../../ui/pictures/icons.tsx'
import { shownDate } from '../../ui/text/moment.ts'
import { type FilterChange, LedgerFilterSheet } from './ledger-filter-sheet.tsx'

type LedgerFiltersProps = {
  readonly filter: FundFlowFilter
  readonly onChange: (filter: FundFlowFilter) => void
}

/** Removes unset keys, so that a filter without conditions is empty. */
const compact = (filter: FilterChange): FundFlowFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

/** Filter button, and the active filters, each with a button that removes it. */
export const LedgerFilters = ({ filter, onChange }: LedgerFiltersProps) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  const change = (part: FilterChange): void => onChange(compact({ ...filter, ...part }))
  const { account, token, kind, from, to } = filter
  const day = (moment: string | undefined): string => (moment ? shownDate(moment, 'YMD') : '…')
  const active: readonly (readonly [string, FilterChange] | null)[] = [
    account === undefined ? null : [t(`assets.account.${account}.short`), { account: undefined }],
    token === undefined ? null : [token, { token: undefined }],
    kind === undefined ? null : [t(`ledger.kind.${kind}`), { kind: undefined }],
    from === undefined && to === undefined
      ? null
      : [`${day(from)} – ${day(to)}`, { from: undefined, to: undefined }],
  ]
  return (
    <section className="flex flex-wrap items-center gap-2" aria-label={t('ledger.filter.title')}>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="filter" size={16} />
        {t('ledger.filter.open')}
      </Button>
      {active.map((one) =>
        one === null ? null : (
          <button
            key={one[0]}
            type="button"
            aria-label={t('ledger.filter.remove', { name: one[0] })}
            onClick={() => change(one[1])}
            className="tap num flex min-h-9 items-center gap-1.5 rounded-12 bg-gold-soft pr-2 pl-3 text-left text-14 text-gold"
          >
            <span>{one[0]}</span>
            <Icon name="close" size={14} />
          </button>
        ),
      )}
      <LedgerFilterSheet
        filter={filter}
        onChange={change}
        onClear={() => onChange({})}
        open={open}
        onOpenChange={setOpen}
      />
    </section>
  )
}
