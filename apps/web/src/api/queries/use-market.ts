import type { MiningMarket } from '@dr/protocol/rules/mining-rate'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session/session.ts'
import { hashRateInfoQuery } from './mining.ts'
import { drgvPriceQuery, overviewQuery } from './public.ts'

/**
 * Present network and prices for daily figures (`machineEarnings`). A signed-in user's network comes from
 * the same reading as their power. Undefined until the network is read; a missing price is null.
 */
export const useMarket = (): MiningMarket | undefined => {
  const session = useSession()
  const address = session.status === 'signed-in' ? session.address : null
  const network = useNetwork(address)
  const prices = useQuery(drgvPriceQuery()).data
  return (
    network && {
      ...network,
      drPrice: prices ? BigInt(prices.DR.price) : null,
      drgvPrice: prices ? BigInt(prices.DRGV.price) : null,
    }
  )
}

type Network = Pick<MiningMarket, 'networkPower' | 'ownPower' | 'emissionPerDay'>

const useNetwork = (address: Parameters<typeof hashRateInfoQuery>[0] | null): Network | undefined => {
  const overview = useQuery({ ...overviewQuery(), enabled: address === null }).data
  const info = useQuery({ ...hashRateInfoQuery(address ?? '0x'), enabled: address !== null }).data
  if (address !== null) {
    return (
      info && {
        networkPower: info.networkPower,
        ownPower: info.power,
        emissionPerDay: BigInt(info.emissionPerDay),
      }
    )
  }
  return (
    overview && {
      networkPower: overview.networkPower,
      ownPower: 0,
      emissionPerDay: BigInt(overview.emission.perDay),
    }
  )
}
