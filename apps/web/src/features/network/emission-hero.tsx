import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { overviewQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** A visitor's hero: what the whole network releases a day, and the way in. */
export function EmissionHero({ hint, action }: { readonly hint: string; readonly action: ReactNode }) {
  const t = useT()
  const { data, isError } = useQuery(overviewQuery())
  return (
    <section className="px-1 pt-2.5 pb-0.5" aria-label={t('home.visitor.label')}>
      <p className="text-12 text-t2">{t('home.visitor.label')}</p>
      {data ? (
        <Amount value={BigInt(data.emission.perDay)} token="DR" size="hero" />
      ) : isError ? (
        <p className="text-40 font-semibold text-t3">—</p>
      ) : (
        <Skeleton className="my-1 h-10 w-52" />
      )}
      <p className="mt-1.5 text-12 text-t2">{t('home.visitor.schedule')}</p>
      <div className="mt-3.5 flex gap-3">{action}</div>
      <p className="mt-2.5 text-12 text-t2">{hint}</p>
    </section>
  )
}
