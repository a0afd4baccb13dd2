import { useQuery } from '@tanstack/react-query'
import { networkQuery } from '../api/queries/local.ts'
import { useT } from '../i18n/use-t.ts'
import { SkeletonText } from '../ui/status/skeleton.tsx'

/** Placeholder figures of about the real length. */
const LIKELY = { accounts: 30, days: 30 }

/** Notice on every page of a local demo network that its accounts and history are generated. */
export const LocalNetwork = () => {
  const t = useT()
  const { data } = useQuery(networkQuery())
  if (!__LOCAL_CHAIN__ || data?.history === null) return null
  const made = (history: typeof LIKELY): string => t('local.network.made', history)
  return (
    <aside
      aria-label={t('local.network.title')}
      className="border-b border-line bg-s2 px-4 py-1.5 text-12 leading-tight text-t2 two:px-6"
    >
      <p className="wide:mx-auto wide:max-w-[1120px]">
        <strong className="text-t1">{t('local.network.title')}</strong>{' '}
        {data ? <span>{made(data.history)}</span> : <SkeletonText>{made(LIKELY)}</SkeletonText>}
      </p>
    </aside>
  )
}
