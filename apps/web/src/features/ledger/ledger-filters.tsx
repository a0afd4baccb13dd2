import type { FundFlowFilter } from '../../api/queries/ledger.ts'
import { useT } from '../../i18n/use-t.ts'
import { formatDate } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { KINDS } from './looks.ts'

const ACCOUNTS = ['all', '0', '1', '2'] as const
type AccountChoice = (typeof ACCOUNTS)[number]
const TOKENS = ['all', 'DR', 'USDT'] as const
type TokenChoice = (typeof TOKENS)[number]

type LedgerFiltersProps = {
  readonly filter: FundFlowFilter
  readonly onChange: (filter: FundFlowFilter) => void
}

/** A day of the reader's calendar as a moment: its start, or its last millisecond. */
const momentOf = (day: string, end: boolean): string =>
  new Date(`${day}T${end ? '23:59:59.999' : '00:00:00'}`).toISOString()

/** Without the keys that are not set: a filter that filters nothing is empty. */
const compact = (
  filter: { readonly [Key in keyof FundFlowFilter]?: FundFlowFilter[Key] | undefined },
): FundFlowFilter => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

const FIELD = 'h-11 w-full min-w-0 rounded-12 border border-line bg-s2 px-3 text-14 text-t1'

/** Account, token, kind, and from when to when. */
export function LedgerFilters({ filter, onChange }: LedgerFiltersProps) {
  const t = useT()
  const account: AccountChoice = filter.account === undefined ? 'all' : `${filter.account}`
  return (
    <section className="flex flex-col gap-2.5" aria-label={t('ledger.filter.title')}>
      <Segmented<AccountChoice>
        label={t('ledger.filter.account')}
        value={account}
        onChange={(value) =>
          onChange(
            compact({ ...filter, account: value === 'all' ? undefined : (Number(value) as 0 | 1 | 2) }),
          )
        }
        items={ACCOUNTS.map((value) => ({
          value,
          label: value === 'all' ? t('common.all') : t(`assets.account.${value}`),
        }))}
      />
      <Segmented<TokenChoice>
        label={t('ledger.filter.token')}
        value={TOKENS.find((token) => token === filter.token) ?? 'all'}
        onChange={(value) => onChange(compact({ ...filter, token: value === 'all' ? undefined : value }))}
        items={TOKENS.map((value) => ({
          value,
          label: value === 'all' ? t('ledger.filter.anyToken') : value,
        }))}
      />
      <div className="grid grid-cols-2 gap-2">
        <label className="col-span-2 text-12 text-t2">
          {t('ledger.filter.kind')}
          <select
            value={filter.kind ?? ''}
            onChange={(event) =>
              onChange(compact({ ...filter, kind: KINDS.find((kind) => kind === event.target.value) }))
            }
            className={FIELD}
          >
            <option value="">{t('common.all')}</option>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`ledger.kind.${kind}`)}
              </option>
            ))}
          </select>
        </label>
        {(['from', 'to'] as const).map((end) => (
          <DayField key={end} end={end} filter={filter} onChange={onChange} />
        ))}
      </div>
    </section>
  )
}

function DayField({ end, filter, onChange }: LedgerFiltersProps & { readonly end: 'from' | 'to' }) {
  const t = useT()
  const set = (day: string): void =>
    onChange(compact({ ...filter, [end]: day === '' ? undefined : momentOf(day, end === 'to') }))
  return (
    <label className="text-12 text-t2">
      {t(`ledger.filter.${end}`)}
      <input
        type="date"
        value={filter[end] ? formatDate(filter[end], 'YMD') : ''}
        onChange={(event) => set(event.target.value)}
        className={FIELD}
      />
    </label>
  )
}
