import type { EIP1193Provider } from 'viem'
import type { WalletKind } from './wallet.ts'

/** A wallet as it is offered to the user. */
export interface OfferedWallet {
  /** Tells it from the others in this page. */
  readonly key: string
  /**
   * EIP-6963 rdns and name, or one of the names of `WALLET_IDS`; kept in local storage to find the wallet
   * again.
   */
  readonly id: string
  readonly name: string
  /** Data URL, as the wallet announced it. */
  readonly icon?: string
  readonly kind: WalletKind
  readonly provider: () => Promise<EIP1193Provider>
}

export const WALLET_IDS = { legacy: 'injected', walletConnect: 'walletconnect' } as const

/**
 * The codes by which wallets say "the user said no": EIP-1193, CAIP-25, and those of Binance's wallet for a
 * connection and a signature (developers.binance.com, binance-id, Ethereum Provider).
 */
const REJECTED_CODES: readonly unknown[] = [4001, 5000, 100002, 200001]

/**
 * The codes by which wallets say that they do not know the chain (EIP-3085 as MetaMask has it), or the
 * question itself (EIP-1193, JSON-RPC).
 */
const UNKNOWN_CHAIN_CODES: readonly unknown[] = [4902, 4200, -32601]

/** Walks through viem's wrappers and wallets' own nesting; codes only, never texts. */
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
    // Some write the number as text.
    if (codes.includes(typeof code === 'string' && code !== '' ? Number(code) : code)) return true
    cause = next ?? data?.originalError
  }
  return false
}

export const isUserRejection = (error: unknown): boolean => hasCode(error, REJECTED_CODES)

/** The wallet does not know the chain that it was asked to use. */
export const isUnknownChain = (error: unknown): boolean => hasCode(error, UNKNOWN_CHAIN_CODES)
