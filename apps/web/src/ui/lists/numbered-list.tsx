/** Numbered short lines: the order of what will happen. */
export const NumberedList = ({
  items,
  label,
}: {
  readonly items: readonly string[]
  readonly label: string
}) => (
  <ol aria-label={label} className="flex flex-col gap-2 text-14">
    {items.map((text, index) => (
      <li key={text} className="flex items-baseline gap-2.5">
        <span
          className="num grid min-h-6 min-w-6 shrink-0 place-items-center rounded-12 bg-gold-soft text-12 font-semibold text-gold"
          aria-hidden="true"
        >
          {index + 1}
        </span>
        <span className="num min-w-0 flex-1 text-t1">{text}</span>
      </li>
    ))}
  </ol>
)
