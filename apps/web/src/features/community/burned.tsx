import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/pictures/icons.tsx'
import { Usd } from './figures.tsx'

/** Amount burned by a group, in USD. */
export const Burned = ({ value }: { readonly value: string }) => {
  const t = useT()
  return (
    <p
      className={cx(
        'num flex flex-wrap items-center gap-x-2 rounded-16 px-3.5 py-2.5 text-14',
        value === '0' ? 'bg-s2' : 'bg-out-soft',
      )}
    >
      <span className={cx('flex items-center gap-2', value === '0' ? 'text-t2' : 'text-out')}>
        <Icon name="fire" size={18} />
        {t('community.figures.burned')}
      </span>
      <span className="ml-auto">
        <Usd value={value} />
      </span>
    </p>
  )
}
