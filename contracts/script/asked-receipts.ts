import { setTimeout as delay } from 'node:timers/promises'
import {
  type PublicActions,
  type PublicClient,
  TransactionReceiptNotFoundError,
  WaitForTransactionReceiptTimeoutError,
} from 'viem'

const TIMEOUT_MS = 180_000

/**
 * For `client.extend(askedReceipts)`: waits for a receipt by asking for it. viem's own wait looks again when
 * a block comes, and passes over one that comes while it is still busy with the last: on a chain that makes a
 * block only when something is sent, or goes back to a snapshot, the next may never come. Measured on a busy
 * machine: one of 1,300 waits never ended, its transaction mined, and a deployment is 80 of them. Takes
 * `hash`, `pollingInterval` and `timeout` in milliseconds (the client's, and 180 s). An endpoint that is away
 * meanwhile is asked again; a replaced transaction is not looked for. Throws viem's
 * `WaitForTransactionReceiptTimeoutError`, or what the endpoint said last.
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
