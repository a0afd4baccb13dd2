import { useQuery } from '@tanstack/react-query'
import { isBlank, type Overview, type Reserve } from '../../api/reserves.ts'
import type { ReserveReading } from '../reads/read-reserves.ts'
import { reserveReadingsQuery } from './books.ts'

/** This device's readings of the vaults that hold or owe anything, at the ledger's own blocks. */
export const useReserveReadings = (overview: Overview | undefined) => {
  const used = overview?.reserves.filter((line) => !isBlank(line)) ?? []
  const readings = useQuery(
    reserveReadingsQuery(
      used.map(({ contract, token, blockNumber, reserve }) => ({
        contract,
        token,
        blockNumber,
        booked: BigInt(reserve),
      })),
    ),
  )
  const readingOf = (line: Reserve): ReserveReading | undefined =>
    readings.data?.find(({ contract, token }) => contract === line.contract && token === line.token)
  return { used, readings, readingOf }
}
