import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { type Address, type Log, parseEventLogs } from 'viem'

/**
 * DR that a vault burned for an order in USDT, as its own event says; null: these logs have no such event.
 */
export const burnOf = (
  logs: Log[],
  { vault, orderId }: { readonly vault: Address; readonly orderId: bigint },
): bigint | null => {
  const events = parseEventLogs({ abi: withdrawalVaultAbi, eventName: 'WithdrawnUSDT', logs })
  const own = events.find(
    ({ address, args }) => address.toLowerCase() === vault.toLowerCase() && args.orderId === orderId,
  )
  return own?.args.burnAmount ?? null
}
