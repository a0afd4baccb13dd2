import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { podPowerInfoQuery } from '../../api/queries/pod-power.ts'
import { DailyAdditions } from './daily-additions.tsx'
import { DrawnCard } from './drawn-card.tsx'
import { PledgeCard } from './pledge-card.tsx'

type PowerDetailsProps = { readonly address: Address; readonly onRecords: () => void }

/** Cards about the user's power besides buying. The figure on top of the page shows loading and errors. */
export const PowerDetails = ({ address, onRecords }: PowerDetailsProps) => {
  const { data } = useQuery(podPowerInfoQuery(address))
  if (!data) return null
  const owns = BigInt(data.obtained) > 0n
  return (
    <>
      {owns ? <PledgeCard address={address} info={data} /> : null}
      {owns ? <DrawnCard info={data} onRecords={onRecords} /> : null}
      <DailyAdditions days={data.days} />
    </>
  )
}
