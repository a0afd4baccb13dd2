import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries/public.ts'

/** Share of earned amounts that a withdrawal burns, in 1/10,000; undefined until known. */
export const useBurnBps = (): bigint | undefined => {
  const { data } = useQuery(configQuery())
  return data === undefined ? undefined : BigInt(data.parameters.withdrawalBurnBps)
}
