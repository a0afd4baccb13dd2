import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { podPowerInfoQuery } from '../../api/queries/pod-power.ts'
import { useT } from '../../i18n/use-t.ts'
import { Async } from '../../ui/status/async.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { DailyAdditions } from './daily-additions.tsx'
import { PledgeRecords } from './pledge-records.tsx'

/** The user's pledges and unpledges by week. */
export const MyPledgeRecords = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useQuery(podPowerInfoQuery(address))
  return (
    <Async query={query} skeleton={<SkeletonRows label={t('message.loading')} />}>
      {(info) => <PledgeRecords info={info} />}
    </Async>
  )
}

/** Daily additions; nothing if they cannot be read, since the list below reports it. */
export const MyDailyAdditions = ({ address }: { readonly address: Address }) => {
  const { data } = useQuery(podPowerInfoQuery(address))
  return data ? <DailyAdditions days={data.days} /> : null
}
