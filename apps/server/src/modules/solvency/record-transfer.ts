import { base } from '@dr/protocol/amounts'
import type { ChainEvent } from '../../platform/chain-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import { account, postJournal } from '../ledger/index.ts'

type Hex = `0x${string}`

export interface Transfer {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
}

/**
 * What strangers send to the vault belongs to nobody, and is posted so that the books equal the chain (PRODUCT.md 3).
 * What the emission sends is posted by its own event; what leaves is posted by the withdrawal's.
 */
export const recordTransfer = async (
  tx: Tx,
  { vault, emission }: { vault: Hex; emission: Hex },
  event: ChainEvent<Transfer>,
): Promise<void> => {
  const { from, to, value } = event.args
  const same = (a: Hex, b: Hex) => a.toLowerCase() === b.toLowerCase()
  if (!same(to, vault) || same(from, vault) || same(from, emission) || value === 0n) return
  await postJournal(tx, {
    key: event.key,
    reason: 'solvency.unattributed',
    at: event.at,
    source: { kind: 'chain', txHash: event.txHash, logIndex: event.logIndex, from },
    postings: [
      {
        from: account({ vault: 0, token: 'DR', kind: 'chain' }),
        to: account({ vault: 0, token: 'DR', kind: 'unattributed' }),
        amount: base('DR', value),
      },
    ],
  })
}
