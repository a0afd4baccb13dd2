import { type Address, getAddress, type Hex, isAddress } from 'viem'
import { readPastedAddress } from '../../api/invite/pasted.ts'

export type ReceiverProblem = 'invalid' | 'checksum' | 'self'

/**
 * Parses a receiver. Mixed case is a checksum (EIP-55) and must be valid, since a wrong letter may be
 * another account. Single case has no checksum.
 */
export const readReceiver = (
  text: string,
  own: string,
):
  | { readonly ok: true; readonly address: Address }
  | { readonly ok: false; readonly problem: ReceiverProblem } => {
  const typed = readPastedAddress(text)
  if (!isAddress(typed, { strict: false })) return { ok: false, problem: 'invalid' }
  const digits = typed.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && getAddress(typed) !== typed) return { ok: false, problem: 'checksum' }
  const address = typed.toLowerCase() as Hex
  return address === own ? { ok: false, problem: 'self' } : { ok: true, address }
}
