import type { Hex } from 'viem'
import type { Config } from '../../../api/config.ts'
import { countTransactions } from '../../../chain/calls/watch-transaction.ts'
import { noteBlock, type Patience, reachNewest } from '../../../chain/reads/block-of-calls.ts'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import type { Before } from '../flow/ports.ts'
import { isDirect } from './direct-call.ts'
import { intentText, readEffect } from './direct-effect.ts'
import type { Plan } from './plan.ts'

/**
 * Reads the account before the wallet is asked, so that the call is found whatever the wallet answers. It is
 * read at one block, never older than one this page has seen: a transaction that a lagging node does not
 * count yet would be taken for the call.
 */
export const readBefore = async (
  client: ChainClient,
  {
    plan: { account, intent, voucher, call, blockNumber: planned },
    contracts,
    data,
    patience,
  }: {
    readonly plan: Plan
    readonly contracts: Config['contracts']
    /** Data of the call with its permits. */
    readonly data: Hex
    readonly patience?: Patience
  },
): Promise<Before> => {
  noteBlock(client, planned)
  const blockNumber = await reachNewest(client, patience)
  const direct = voucher === null && intent !== null && isDirect(intent) ? intent : null
  const [{ mined, withWaiting }, effect] = await Promise.all([
    countTransactions(client, account, blockNumber),
    direct === null ? null : readEffect(client, direct, { account, contracts, at: { blockNumber } }),
  ])
  return {
    sentAtBlock: String(blockNumber),
    minedBefore: mined,
    askedNonce: withWaiting,
    data,
    ...(direct === null || effect === null
      ? {}
      : { direct: { to: call.to, intent: intentText(direct), before: String(effect) } }),
  }
}
