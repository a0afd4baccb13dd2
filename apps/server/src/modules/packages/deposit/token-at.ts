import type { Hex } from 'viem'
import { FatalError } from '../../../platform/errors.ts'
import type { PackageToken } from '../terms/terms.rules.ts'

export interface TokenAddresses {
  readonly usdt: Hex
  readonly dr: Hex
}

/** The token at an address of an event. The contracts take no other; an event of one goes to suspense. */
export const tokenAt = ({ usdt, dr }: TokenAddresses, address: Hex): PackageToken => {
  const wanted = address.toLowerCase()
  if (wanted === usdt.toLowerCase()) return 'USDT'
  if (wanted === dr.toLowerCase()) return 'DR'
  throw new FatalError(`no package takes the token ${address}`)
}
