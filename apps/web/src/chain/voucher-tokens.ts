import { TOKENS, type Token } from '@dr/protocol/amounts'
import type { Config } from '../api/config.ts'
import type { VoucherMessage } from './voucher-message.ts'

/** A token and how much of it, in base units. */
export interface TokenAmount {
  readonly token: Token
  readonly amount: bigint
}

/** The product's token at an address. Throws for a stranger's: a voucher about it is refused. */
export function tokenAt({ contracts }: Config, address: string): Token {
  const found = TOKENS.find((token) => contracts[token].toLowerCase() === address.toLowerCase())
  if (found === undefined) throw new TypeError(`no token of ours at ${address}`)
  return found
}

const some = (...amounts: readonly TokenAmount[]): readonly TokenAmount[] =>
  amounts.filter(({ amount }) => amount > 0n)

/** What the call pulls out of the wallet (at most), by the signed fields alone. */
export function leavesWallet(message: VoucherMessage, config: Config): readonly TokenAmount[] {
  switch (message.primaryType) {
    case 'BuyMachine':
      return some(
        { token: 'USDT', amount: message.usdtAmount },
        { token: 'DRGV', amount: message.DRGVAmount },
      )
    case 'ActivateMachine':
      return some({ token: 'DRGV', amount: message.DRGVAmount })
    case 'BuyPODpower':
    case 'BuyPODpowerAgain':
      return some({ token: 'DR', amount: message.drAmount }, { token: 'USDR', amount: message.USDRAmount })
    case 'WithdrawDR':
      return []
    case 'WithdrawUSDT':
      return some({ token: 'DR', amount: message.burnAmount })
    case 'SwapToken':
      return some({ token: tokenAt(config, message.inputTokenAddress), amount: message.inputAmount })
  }
}

/** What the call sends to the wallet, by the signed fields alone. */
export function reachesWallet(message: VoucherMessage, config: Config): readonly TokenAmount[] {
  switch (message.primaryType) {
    case 'WithdrawDR':
      return some({ token: 'DR', amount: message.amount - message.burnAmount })
    case 'WithdrawUSDT':
      return some({ token: 'USDT', amount: message.amount })
    case 'SwapToken':
      return some({ token: tokenAt(config, message.outputTokenAddress), amount: message.outputAmount })
    default:
      return []
  }
}
