import { useQuery } from '@tanstack/react-query'
import { networkQuery } from '../api/queries/local.ts'
import { useT } from '../i18n/use-t.ts'

/** Says on every page of a local demo network that a script made its people and their history. */
export const LocalNetwork = () => {
  const t = useT()
  const { data } = useQuery(networkQuery())
  if (!__LOCAL_CHAIN__ || !data?.history) return null
  const { accounts, days } = data.history
  return (
    <aside
      aria-label={t('local.network.title')}
      className="border-b border-line bg-s2 px-4 py-1.5 text-12 leading-tight text-t2"
    >
      <p>
        <strong className="text-t1">{t('local.network.title')}</strong>{' '}
        <span>{t('local.network.made', { accounts, days })}</span>
      </p>
    </aside>
  )
}
