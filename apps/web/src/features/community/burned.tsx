import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../ui/icons.tsx'
import { Usd } from './figures.tsx'

/** What some people burned so far, in USD. */
export function Burned({ value }: { readonly value: string }) {
  const t = useT()
  return (
    <p className="num flex flex-wrap items-center gap-x-2 rounded-16 bg-out-soft px-3.5 py-2.5 text-14">
      <span className="flex items-center gap-2 text-out">
        <Icon name="fire" size={18} />
        {t('community.figures.burned')}
      </span>
      <span className="ml-auto">
        <Usd value={value} />
      </span>
    </p>
  )
}
