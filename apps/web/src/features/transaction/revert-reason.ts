import type { Hash } from 'viem'
import { call as ethCall, getTransaction } from 'viem/actions'
import { findRevert, type Revert } from '../../chain/decode-failure.ts'
import type { ChainClient } from '../../chain/public-client.ts'

const UNSAID: Revert = { name: null, args: [], reason: null }

/** Why a mined transaction reverted: the same one, tried again on its block. */
export async function revertOfTransaction(client: ChainClient, hash: Hash): Promise<Revert> {
  const { from, to, input, value, blockNumber } = await getTransaction(client, { hash })
  if (to === null || blockNumber === null) return UNSAID
  try {
    await ethCall(client, { account: from, to, data: input, value, blockNumber })
    return UNSAID
  } catch (error) {
    return findRevert(error) ?? UNSAID
  }
}
