import type { Hash } from 'viem'
import { call as ethCall, getTransaction, getTransactionReceipt } from 'viem/actions'
import { findRevert, type Revert } from '../../../chain/calls/decode-failure.ts'
import type { ChainClient } from '../../../chain/reads/public-client.ts'

const UNSAID: Revert = { name: null, args: [], reason: null }

/**
 * Name of a failure that is no contract error: the transaction used all its gas. Its argument is that
 * limit.
 */
export const OUT_OF_GAS = 'OutOfGas'

/** An inner call gets at most 63/64 of the gas (EIP-150), so running out inside leaves a little unused. */
const NEARLY_ALL_PERCENT = 97n

const ranOut = (gasUsed: bigint, limit: bigint): boolean => gasUsed * 100n >= limit * NEARLY_ALL_PERCENT

/** Finds why a mined transaction reverted: simulates it on its block; otherwise checks its gas. */
export const revertOfTransaction = async (client: ChainClient, hash: Hash): Promise<Revert> => {
  const [transaction, { gasUsed }] = await Promise.all([
    getTransaction(client, { hash }),
    getTransactionReceipt(client, { hash }),
  ])
  const { from, to, input, value, blockNumber, gas } = transaction
  if (to === null || blockNumber === null) return UNSAID
  const unsaid = ranOut(gasUsed, gas) ? { name: OUT_OF_GAS, args: [gas], reason: null } : UNSAID
  // All gas was used. A simulation would prove nothing: it has more gas than the transaction had.
  if (gasUsed === gas) return unsaid
  try {
    await ethCall(client, { account: from, to, data: input, value, blockNumber })
    return unsaid
  } catch (error) {
    const revert = findRevert(error)
    return revert === null || (revert.name === null && revert.reason === null) ? unsaid : revert
  }
}
