import { useQuery } from '@tanstack/react-query'
import { swapTokensQuery } from '../../api/queries/swap.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { formatBps } from '../../ui/text/format.ts'

/** Rewards of a referral with the configured share, and what pays none. */
export const FeesCard = ({ onEarnings }: { readonly onEarnings: () => void }) => {
  const t = useT()
  const { data } = useQuery({ ...swapTokensQuery(), refetchInterval: false })
  return (
    <Card>
      <CardHeader
        title={t('community.fees')}
        aside={
          <button type="button" className="tap text-12 text-gold" onClick={onEarnings}>
            {t('community.fees.mine')}
          </button>
        }
      />
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-14">
        <li>
          {data ? (
            t('community.fees.direct', { percent: formatBps(data.fee.inviterBps) })
          ) : (
            <Skeleton className="my-1 h-4 w-full" />
          )}
        </li>
        <li>{t('community.fees.only')}</li>
        <li>{t('community.fees.depth')}</li>
      </ul>
    </Card>
  )
}
