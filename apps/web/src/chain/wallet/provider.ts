import type { EIP1193Provider } from 'viem'
import type { WalletKind } from './wallet.ts'

/** A wallet as it is offered to the user. */
export interface OfferedWallet {
  /** EIP-6963 rdns, or one of the names of `WALLET_IDS`; kept in local storage to find the wallet again. */
  readonly id: string
  readonly name: string
  /** Data URL, as the wallet announced it. */
  readonly icon?: string
  readonly kind: WalletKind
  readonly provider: () => Promise<EIP1193Provider>
}

export const WALLET_IDS = { legacy: 'injected', walletConnect: 'walletconnect' } as const

/** The two codes by which wallets say "the user said no": EIP-1193 and CAIP-25. */
const REJECTED_CODES: readonly unknown[] = [4001, 5000]

/** Walks through viem's wrappers and wallets' own nesting; codes only, never texts. */
export const isUserRejection = (error: unknown): boolean => {
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
    if (REJECTED_CODES.includes(code)) return true
    cause = next ?? data?.originalError
  }
  return false
}
