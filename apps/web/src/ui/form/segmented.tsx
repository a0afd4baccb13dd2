import { cx } from '../cx.ts'

type Segment<Value extends string> = {
  readonly value: Value
  readonly label: string
  /** null: loading; its space is reserved, so that the row does not wrap later. */
  readonly count?: number | null
}
type SegmentedProps<Value extends string> = {
  readonly label: string
  readonly items: readonly Segment<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/**
 * Groups of choices that stay together when the row wraps: four become two and two. The place of the wrap
 * does not depend on the chosen one, which is bold and wider.
 */
const together = <Item,>(items: readonly Item[]): readonly (readonly Item[])[] => {
  const half = Math.floor(items.length / 2)
  return items.length > 3 ? [items.slice(0, half), items.slice(half)] : [items]
}

/** A choice of a few, side by side; wraps to a second row for long texts, so that none is hidden. */
export const Segmented = <Value extends string>({ label, items, value, onChange }: SegmentedProps<Value>) => {
  return (
    // Row distance for two targets of 44 px.
    <fieldset className="relative flex w-full min-w-0 flex-wrap gap-y-3 rounded-[14px] border border-line bg-s2 p-[3px]">
      <legend className="sr-only">{label}</legend>
      {together(items).map((group) => (
        <div key={group[0]?.value} className="flex max-w-full flex-auto flex-wrap gap-y-3">
          {group.map((item) => (
            <Choice
              key={item.value}
              name={label}
              item={item}
              on={item.value === value}
              even={group.length < items.length}
              onChange={onChange}
            />
          ))}
        </div>
      ))}
    </fieldset>
  )
}

type ChoiceProps<Value extends string> = {
  readonly name: string
  readonly item: Segment<Value>
  readonly on: boolean
  /** As wide as its neighbour, so that equal rows form columns. */
  readonly even: boolean
  readonly onChange: (value: Value) => void
}

const Choice = <Value extends string>({ name, item, on, even, onChange }: ChoiceProps<Value>) => {
  const { value, label, count } = item
  return (
    <label
      className={cx(
        'tap flex min-h-8 cursor-pointer items-center justify-center gap-1 rounded-[11px] px-2.5 text-14 whitespace-nowrap transition-colors duration-150',
        'has-focus-visible:outline-2 has-focus-visible:outline-gold',
        even ? 'flex-1' : 'flex-auto',
        on ? 'bg-s3 font-semibold text-t1' : 'text-t2',
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={on}
        onChange={() => onChange(value)}
        className="sr-only"
      />
      {label}
      {count === undefined ? null : (
        <span className={count === null ? 'num invisible' : 'num'}>{count ?? 0}</span>
      )}
    </label>
  )
}
