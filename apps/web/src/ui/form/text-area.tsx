import { TEXTAREA_MAX_LENGTH } from '@dr/protocol/constants'
import { useId } from 'react'

type TextAreaProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
}

/** Multi-line text with a counter, at most 140 characters (requirement §9). */
export const TextArea = ({ label, value, onChange, rows = 3 }: TextAreaProps) => {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-3 text-12 text-t2">
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-count`} className="num">
          {`${value.length} / ${TEXTAREA_MAX_LENGTH}`}
        </span>
      </div>
      <textarea
        id={id}
        value={value}
        rows={rows}
        maxLength={TEXTAREA_MAX_LENGTH}
        aria-describedby={`${id}-count`}
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-12 border border-line2 bg-s2 p-3 text-14 text-t1"
      />
    </div>
  )
}
