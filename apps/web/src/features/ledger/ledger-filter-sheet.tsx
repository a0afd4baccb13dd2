import type { VaultIndex } from '@dr/protocol/token-table'
import { useId, useState } from 'react'
import type { FundFlowFilter } from '../../api/queries/ledger.ts'
import { useT } from '../../i18n/use-t.ts'
import { serverNow } from '../../ui/clock.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/form/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { firstDay, isDay, momentOf, SPANS, type Span, shapeDay } from './day-range.ts'
import { KINDS } from './looks.ts'

const ACCOUNTS = ['all', '0', '1', '2'] as const
type AccountChoice = (typeof ACCOUNTS)[number]
const TOKENS = ['all', 'DR', 'USDT'] as const
type TokenChoice = (typeof TOKENS)[number]
type SpanChoice = 'all' | `${Span}` | 'own'

/** Changes of a filter; undefined removes a key. */
export type FilterChange = { readonly [Key in keyof FundFlowFilter]?: FundFlowFilter[Key] | undefined }

type PartProps = { readonly filter: FundFlowFilter; readonly onChange: (part: FilterChange) => void }
type LedgerFilterSheetProps = PartProps & {
  readonly onClear: () => void
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Filters by account, token, days and kind; each applies at once. */
export const LedgerFilterSheet = ({
  filter,
  onChange,
  onClear,
  open,
  onOpenChange,
}: LedgerFilterSheetProps) => {
  const t = useT()
  return (
    <Sheet
      name="ledger-filter"
      open={open}
      onOpenChange={onOpenChange}
      title={t('ledger.filter.title')}
      footer={
        <div className="flex gap-3">
          <Button disabled={Object.keys(filter).length === 0} onClick={onClear}>
            {t('ledger.filter.clear')}
          </Button>
          <Button variant="primary" className="flex-1" onClick={() => onOpenChange(false)}>
            {t('ledger.filter.show')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented<AccountChoice>
          label={t('ledger.filter.account')}
          value={filter.account === undefined ? 'all' : `${filter.account}`}
          onChange={(value) =>
            onChange({ account: value === 'all' ? undefined : (Number(value) as VaultIndex) })
          }
          items={ACCOUNTS.map((value) => ({
            value,
            label: value === 'all' ? t('common.all') : t(`assets.account.${value}.short`),
          }))}
        />
        <Segmented<TokenChoice>
          label={t('ledger.filter.token')}
          value={TOKENS.find((token) => token === filter.token) ?? 'all'}
          onChange={(value) => onChange({ token: value === 'all' ? undefined : value })}
          items={TOKENS.map((value) => ({
            value,
            label: value === 'all' ? t('ledger.filter.anyToken') : value,
          }))}
        />
        <Days filter={filter} onChange={onChange} />
        <Kinds filter={filter} onChange={onChange} />
      </div>
    </Sheet>
  )
}

/** Choice of a span that ends today, or of two days. */
const Days = ({ filter, onChange }: PartProps) => {
  const t = useT()
  const { from, to } = filter
  const now = serverNow()
  const span = SPANS.find((days) => from === momentOf(firstDay(days, now), false))
  const value: SpanChoice =
    from === undefined && to === undefined ? 'all' : to === undefined && span ? `${span}` : 'own'
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-12 text-t2">{t('ledger.filter.range')}</h3>
      <Segmented<SpanChoice>
        label={t('ledger.filter.range')}
        value={value}
        onChange={(next) =>
          onChange({
            from: next === 'all' || next === 'own' ? undefined : momentOf(firstDay(Number(next), now), false),
            to: undefined,
          })
        }
        items={[
          { value: 'all', label: t('ledger.filter.range.all') },
          ...SPANS.map((days) => ({ value: `${days}` as const, label: t(`ledger.filter.range.${days}`) })),
        ]}
      />
      <div className="grid grid-cols-2 gap-2">
        {(['from', 'to'] as const).map((end) => (
          <DayField key={end} end={end} filter={filter} onChange={onChange} />
        ))}
      </div>
    </div>
  )
}

/** Day input as YYYY-MM-DD in every language: the browser's date input follows its own language. */
const DayField = ({ end, filter, onChange }: PartProps & { readonly end: 'from' | 'to' }) => {
  const t = useT()
  const [draft, setDraft] = useState<string | null>(null)
  const known = filter[end]
  const shown = draft ?? (known ? formatDate(known, 'YMD') : '')
  const wrong = draft !== null && draft.length === 10 && !isDay(draft)
  const type = (text: string): void => {
    const day = shapeDay(text)
    const whole = isDay(day)
    setDraft(whole || day === '' ? null : day)
    if (whole) onChange({ [end]: momentOf(day, end === 'to') })
    else if (known !== undefined) onChange({ [end]: undefined })
  }
  return (
    <label className="text-12 text-t2">
      {t(`ledger.filter.${end}`)}
      <input
        inputMode="numeric"
        autoComplete="off"
        placeholder="YYYY-MM-DD"
        value={shown}
        aria-invalid={wrong || undefined}
        onChange={(event) => type(event.target.value)}
        className={cx(
          'num mt-1 h-11 w-full min-w-0 rounded-12 border bg-s2 px-3 text-14 text-t1 placeholder:text-t3',
          wrong ? 'border-out' : 'border-line2',
        )}
      />
    </label>
  )
}

const Kinds = ({ filter, onChange }: PartProps) => {
  const t = useT()
  const name = useId()
  return (
    <fieldset>
      <legend className="text-12 text-t2">{t('ledger.filter.kind')}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {([undefined, ...KINDS] as const).map((kind) => {
          const on = filter.kind === kind
          return (
            <label
              key={kind ?? ''}
              className={cx(
                'relative flex min-h-11 cursor-pointer items-center rounded-12 border px-3 text-14 has-focus-visible:outline-2 has-focus-visible:outline-gold',
                on ? 'border-gold-line bg-gold-soft text-gold' : 'border-line bg-s2 text-t1',
              )}
            >
              <input
                type="radio"
                name={name}
                checked={on}
                onChange={() => onChange({ kind })}
                className="sr-only"
              />
              {kind === undefined ? t('common.all') : t(`ledger.kind.${kind}`)}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
