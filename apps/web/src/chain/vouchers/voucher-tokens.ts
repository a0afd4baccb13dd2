import { TOKENS, type Token } from '@dr/protocol/tokens'
import { type VoucherSpec, voucherSpec } from '@dr/protocol/vouchers'
import type { Config } from '../../api/config.ts'
import type { VoucherMessage } from './voucher-message.ts'

/** Amount of a token in base units. */
export interface TokenAmount {
  readonly token: Token
  readonly amount: bigint
}

/** Token at a lower-case address. Throws for an unknown one: its voucher is refused. */
export const tokenAt = ({ contracts }: Config, address: string): Token => {
  const found = TOKENS.find((token) => contracts[token] === address)
  if (found === undefined) throw new TypeError(`no token of ours at ${address}`)
  return found
}

/** Maximum amounts that the call pulls out of the wallet, by the signed fields alone. */
export const leavesWallet = (message: VoucherMessage, config: Config): readonly TokenAmount[] =>
  movedBy(message, config, voucherSpec(message.kind).outgoing)

/** Amounts that the call sends to the wallet, by the signed fields alone. */
export const reachesWallet = (message: VoucherMessage, config: Config): readonly TokenAmount[] =>
  movedBy(message, config, voucherSpec(message.kind).reaches)

const movedBy = (
  message: VoucherMessage,
  config: Config,
  moves: VoucherSpec['outgoing'],
): readonly TokenAmount[] => {
  const values = new Map<string, unknown>(Object.entries(message))
  const amountOf = (field: string): bigint => {
    const value = values.get(field)
    if (typeof value !== 'bigint') throw new TypeError(`voucher field ${field} is no number`)
    return value
  }
  return moves
    .map(({ token, amount, less }) => ({
      token: typeof token === 'string' ? token : tokenAt(config, String(values.get(token.field))),
      amount: amountOf(amount) - (less === undefined ? 0n : amountOf(less)),
    }))
    .filter(({ amount }) => amount > 0n)
}
