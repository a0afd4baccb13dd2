import { setTimeout as delay } from 'node:timers/promises'
import {
  type PublicActions,
  type PublicClient,
  TransactionReceiptNotFoundError,
  WaitForTransactionReceiptTimeoutError,
} from 'viem'

const TIMEOUT_MS = 180_000

/**
 * For `client.extend(askedReceipts)`: waits for a receipt by polling for it. viem's own wait polls when a
 * block arrives, and ignores one that arrives while it is processing the last: on a chain that makes a block
 * only for a transaction, or returns to a snapshot, the next may never come. Measured on a busy machine: one
 * of 1,300 waits never ended, its transaction mined, and a deployment needs 80 of them.
 * Takes `hash`, `pollingInterval` and `timeout` in milliseconds (the client's, and 180 s). An unavailable
 * endpoint is retried; replaced transactions are not detected. Throws viem's
 * `WaitForTransactionReceiptTimeoutError`, or the endpoint's last error.
 */
export const askedReceipts = (
  client: Pick<PublicActions, 'getTransactionReceipt'> & Pick<PublicClient, 'pollingInterval'>,
): Pick<PublicActions, 'waitForTransactionReceipt'> => ({
  waitForTransactionReceipt: async ({
    hash,
    pollingInterval = client.pollingInterval,
    timeout = TIMEOUT_MS,
  }) => {
    const until = performance.now() + timeout
    for (;;) {
      try {
        return await client.getTransactionReceipt({ hash })
      } catch (error) {
        if (performance.now() > until) {
          if (!(error instanceof TransactionReceiptNotFoundError)) throw error
          throw new WaitForTransactionReceiptTimeoutError({ hash })
        }
      }
      await delay(pollingInterval)
    }
  },
})
