import { setTimeout as delay } from 'node:timers/promises'
import {
  type PublicActions,
  TransactionReceiptNotFoundError,
  WaitForTransactionReceiptTimeoutError,
} from 'viem'

const POLL_MS = 20
const TIMEOUT_MS = 60_000

/**
 * For `client.extend(askedReceipts)`: waits for a receipt by asking for it. viem's own wait looks again when
 * a block comes, and passes over one that comes while it is still busy with the last: on a chain that makes a
 * block only when something is sent, or goes back to a snapshot, the next may never come. Throws as viem's
 * does.
 */
export const askedReceipts = (
  client: Pick<PublicActions, 'getTransactionReceipt'>,
): Pick<PublicActions, 'waitForTransactionReceipt'> => ({
  waitForTransactionReceipt: async ({ hash, timeout = TIMEOUT_MS }) => {
    const until = performance.now() + timeout
    for (;;) {
      try {
        return await client.getTransactionReceipt({ hash })
      } catch (error) {
        if (!(error instanceof TransactionReceiptNotFoundError)) throw error
        if (performance.now() > until) throw new WaitForTransactionReceiptTimeoutError({ hash })
      }
      await delay(POLL_MS)
    }
  },
})
