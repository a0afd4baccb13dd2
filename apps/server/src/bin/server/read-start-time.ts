import { emissionAbi } from '@dr/contracts/abi/emission'
import type { PublicClient } from 'viem'
import type { Database } from '../../platform/database/database.ts'
import { FatalError, isRetryable } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'

/**
 * When the emission began, Unix seconds. The contract can't change it (`immutable`), so it is asked once and
 * kept: a server starts while no endpoint answers. Throws a `FatalError` when it is not known yet and the
 * chain can't be asked.
 */
export const readStartTime = async ({
  database,
  client,
  chainId,
  emission,
}: {
  readonly database: Database
  readonly client: PublicClient
  readonly chainId: number
  readonly emission: LowerHex
}): Promise<bigint> => {
  const contract = emission
  const { rows } = await database.read.query<{ start_time: bigint }>({
    text: 'SELECT start_time FROM emission_start WHERE chain_id = $1 AND contract = $2',
    values: [chainId, contract],
  })
  if (rows[0]) return rows[0].start_time
  const startTime = await client
    .readContract({ address: emission, abi: emissionAbi, functionName: 'startTime' })
    .catch((error: unknown) => {
      if (!isRetryable(error)) throw error
      throw new FatalError(
        'no endpoint of RPC_URLS answers, and one is needed the first time a server starts on a database',
        { cause: error },
      )
    })
  await database.single.query({
    text: `INSERT INTO emission_start (chain_id, contract, start_time) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    values: [chainId, contract, startTime],
  })
  return startTime
}
