import { emissionAbi } from '@dr/contracts/abi/emission'
import { EMISSION_FIRST_PER_DAY, EMISSION_HALVING_DAYS, POWER_FLOOR } from '@dr/protocol/constants'
import type { PublicClient } from 'viem'
import type { Database } from '../../platform/database/database.ts'
import { FatalError, isRetryable } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'

/** Constants with which the server computes rewards, by the contract's names. */
const CONSTANTS = {
  DAILY_RATE_INITIAL: EMISSION_FIRST_PER_DAY,
  ERA_DAYS: BigInt(EMISSION_HALVING_DAYS),
  POWER_FLOOR: BigInt(POWER_FLOOR),
} as const

/** Throws a `FatalError` if the contract is of another version, with other or missing constants. */
const requireConstants = async (client: PublicClient, address: LowerHex): Promise<void> => {
  const names = Object.keys(CONSTANTS) as (keyof typeof CONSTANTS)[]
  const read = (functionName: keyof typeof CONSTANTS) =>
    client.readContract({ address, abi: emissionAbi, functionName }).catch((error: unknown) => {
      if (isRetryable(error)) throw error
      return undefined
    })
  const found = await Promise.all(names.map(read))
  const other = names.filter((name, index) => found[index] !== CONSTANTS[name])
  if (other.length === 0) return
  throw new FatalError(
    `the emission contract ${address} is of another version of this program (${other.join(', ')}): deploy the contracts again`,
  )
}

/**
 * Start of the emission, Unix seconds. It is `immutable` in the contract, so it is read once and stored, if
 * the constants equal this program's: a server can start while no endpoint answers. Throws a `FatalError`
 * when it is not stored and the chain cannot be asked, or has another version's contract.
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
  const startTime = await requireConstants(client, emission)
    .then(() => client.readContract({ address: emission, abi: emissionAbi, functionName: 'startTime' }))
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
