import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries/public.ts'

/** The share of what was earned that a withdrawal burns, in 1/10,000; undefined until it is known. */
export const useBurnBps = (): bigint | undefined => {
  const { data } = useQuery(configQuery())
  return data === undefined ? undefined : BigInt(data.parameters.withdrawalBurnBps)
}
