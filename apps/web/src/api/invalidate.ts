import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { ledgerKey } from './queries/ledger.ts'
import { miningKey } from './queries/mining.ts'
import { ordersKey } from './queries/orders.ts'
import { podPowerKey } from './queries/pod-power.ts'

export type Changed =
  | 'mining'
  | 'ledger'
  | 'orders'
  | 'products'
  | 'wallet'
  | 'profile'
  | 'pod-power'
  | 'dividends'
  | 'packages'
  | 'community'

/** Query keys of the wallet's own balances (chain/queries); undefined: no wallet is connected. */
export const walletKey = (address: Address | undefined) => ['wallet', address] as const

const keyOf: Record<Changed, (address: Address) => readonly unknown[]> = {
  mining: miningKey,
  ledger: ledgerKey,
  orders: ordersKey,
  products: () => ['products'],
  wallet: walletKey,
  profile: (address) => ['profile', address],
  'pod-power': podPowerKey,
  dividends: () => ['dividend-pool'],
  packages: () => ['packages'],
  community: (address) => ['community', address],
}

/** Reads again what an action changed; resolves when the data is up to date. */
export const invalidate = (
  client: QueryClient,
  address: Address,
  changed: readonly Changed[],
): Promise<unknown> =>
  Promise.all(changed.map((what) => client.invalidateQueries({ queryKey: keyOf[what](address) })))
