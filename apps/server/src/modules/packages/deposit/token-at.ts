import { FatalError } from '../../../platform/errors.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { PackageToken } from '../terms/terms.rules.ts'

export interface TokenAddresses {
  readonly usdt: LowerHex
  readonly dr: LowerHex
}

/** The token at an address of an event. The contracts take no other; an event of one goes to suspense. */
export const tokenAt = ({ usdt, dr }: TokenAddresses, address: LowerHex): PackageToken => {
  if (address === usdt) return 'USDT'
  if (address === dr) return 'DR'
  throw new FatalError(`no package takes the token ${address}`)
}
