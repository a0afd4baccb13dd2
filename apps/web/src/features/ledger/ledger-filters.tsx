import type { FundFlow } from '@dr/protocol/calls/users'
import type { FundFlowFilter } from '../../api/queries/ledger.ts'
import { useT } from '../../i18n/use-t.ts'
import { formatDate } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'

const KINDS: readonly FundFlow['kind'][] = [
  'mining.collect',
  'withdrawal.hold',
  'withdrawal.paid',
  'withdrawal.burned',
  'withdrawal.released',
]
const ACCOUNTS = ['all', '0', '1', '2'] as const
type AccountChoice = (typeof ACCOUNTS)[number]

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

/** Account, kind, and from when to when. */
export function LedgerFilters({ filter, onChange }: LedgerFiltersProps) {
  const t = useT()
  const field = 'h-11 w-full min-w-0 rounded-12 border border-line bg-s2 px-3 text-14 text-t1'
  const account: AccountChoice = filter.account === undefined ? 'all' : `${filter.account}`
  return (
    <section className="flex flex-col gap-2.5" aria-label={t('ledger.filter.kind')}>
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
      <div className="grid grid-cols-2 gap-2">
        <label className="col-span-2 text-12 text-t2">
          {t('ledger.filter.kind')}
          <select
            value={filter.kind ?? ''}
            onChange={(event) =>
              onChange(compact({ ...filter, kind: KINDS.find((kind) => kind === event.target.value) }))
            }
            className={field}
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
          <label key={end} className="text-12 text-t2">
            {t(`ledger.filter.${end}`)}
            <input
              type="date"
              value={filter[end] ? formatDate(filter[end], 'YMD') : ''}
              onChange={(event) =>
                onChange(
                  compact({
                    ...filter,
                    [end]: event.target.value === '' ? undefined : momentOf(event.target.value, end === 'to'),
                  }),
                )
              }
              className={field}
            />
          </label>
        ))}
      </div>
    </section>
  )
}
