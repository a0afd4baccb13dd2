import type { EIP1193Provider } from 'viem'
import type { WalletKind } from './wallet.ts'

/** A wallet offered to the user. */
export interface OfferedWallet {
  /** Unique key within this page. */
  readonly key: string
  /** EIP-6963 rdns and name, or one of `WALLET_IDS`; kept in local storage to find the wallet again. */
  readonly id: string
  readonly name: string
  /** Data URL from the wallet's announcement. */
  readonly icon?: string
  readonly kind: WalletKind
  readonly provider: () => Promise<EIP1193Provider>
}

export const WALLET_IDS = { legacy: 'injected', walletConnect: 'walletconnect' } as const

/**
 * Error codes of a rejection: EIP-1193, CAIP-25, and Binance Wallet's for a connection and a signature
 * (developers.binance.com, binance-id, Ethereum Provider).
 */
const REJECTED_CODES: readonly unknown[] = [4001, 5000, 100002, 200001]

/** Error codes for an unknown chain (EIP-3085 as in MetaMask) or an unknown method (EIP-1193, JSON-RPC). */
const UNKNOWN_CHAIN_CODES: readonly unknown[] = [4902, 4200, -32601]

/** Searches viem's wrappers and wallets' own nesting by code, never by text. */
const hasCode = (error: unknown, codes: readonly unknown[]): boolean => {
  for (
    let cause: unknown = error, depth = 0;
    cause !== null && typeof cause === 'object' && depth < 10;
    depth += 1
  ) {
    const {
      code,
      cause: next,
      data,
    } = cause as { code?: unknown; cause?: unknown; data?: { originalError?: unknown } }
    // Some wallets write the number as text.
    if (codes.includes(typeof code === 'string' && code !== '' ? Number(code) : code)) return true
    cause = next ?? data?.originalError
  }
  return false
}

export const isUserRejection = (error: unknown): boolean => hasCode(error, REJECTED_CODES)

/** Whether the wallet does not know the requested chain. */
export const isUnknownChain = (error: unknown): boolean => hasCode(error, UNKNOWN_CHAIN_CODES)
