import { useId } from 'react'
import { PASTED_MAX } from '../../api/invite/pasted.ts'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../ui/pictures/icons.tsx'

type SearchFieldProps = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly problem: string | null
}

/** Input for an address or its beginning. */
export const SearchField = ({ text, onText, problem }: SearchFieldProps) => {
  const t = useT()
  const id = useId()
  return (
    <search>
      <label htmlFor={id} className="sr-only">
        {t('community.search')}
      </label>
      <div
        className={`flex min-h-12 items-center gap-2 rounded-16 border bg-s2 pr-1 pl-3.5 focus-within:border-gold ${problem ? 'border-out' : 'border-line2'}`}
      >
        <span className="text-t2">
          <Icon name="search" size={18} />
        </span>
        <input
          id={id}
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={PASTED_MAX}
          placeholder={t('community.search')}
          value={text}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onText(event.target.value)}
          className="num h-12 min-w-0 flex-1 bg-transparent text-14 text-t1 outline-none placeholder:text-t3"
        />
        {text === '' ? null : (
          <button
            type="button"
            aria-label={t('community.search.clear')}
            onClick={() => onText('')}
            className="grid size-11 shrink-0 place-items-center text-t2"
          >
            <Icon name="close" size={18} />
          </button>
        )}
      </div>
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={`mt-1 min-h-[18px] px-1 text-12 ${problem ? 'text-out' : 'text-t2'}`}
      >
        {problem ?? t('community.search.hint')}
      </p>
    </search>
  )
}
