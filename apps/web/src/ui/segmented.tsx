import { cx } from './cx.ts'

type Segment<Value extends string> = {
  readonly value: Value
  readonly label: string
  /** null: still to come; its room is kept, so that the row does not break when it does. */
  readonly count?: number | null
}
type SegmentedProps<Value extends string> = {
  readonly label: string
  readonly items: readonly Segment<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** One choice of a few, side by side; in a second row where a language is long: a choice out of sight is none. */
export function Segmented<Value extends string>({ label, items, value, onChange }: SegmentedProps<Value>) {
  return (
    // Rows are as far apart as two targets of 44 px need.
    <fieldset className="relative flex w-full min-w-0 flex-wrap gap-y-3 rounded-[14px] border border-line bg-s2 p-[3px]">
      <legend className="sr-only">{label}</legend>
      {items.map((item) => {
        const on = item.value === value
        return (
          <label
            key={item.value}
            className={cx(
              'tap flex min-h-8 flex-auto cursor-pointer items-center justify-center gap-1 rounded-[11px] px-2.5 text-14 whitespace-nowrap transition-colors duration-150',
              'has-focus-visible:outline-2 has-focus-visible:outline-gold',
              on ? 'bg-s3 font-semibold text-t1' : 'text-t2',
            )}
          >
            <input
              type="radio"
              name={label}
              value={item.value}
              checked={on}
              onChange={() => onChange(item.value)}
              className="sr-only"
            />
            {item.label}
            {item.count === undefined ? null : (
              <span className={item.count === null ? 'num invisible' : 'num'}>{item.count ?? 0}</span>
            )}
          </label>
        )
      })}
    </fieldset>
  )
}
