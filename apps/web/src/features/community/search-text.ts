import { readPastedAddress } from '../../api/invite/pasted.ts'

/** Text of the search field, parsed as an address or its beginning. */
export type SearchText =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'start' | 'whole'; readonly search: string }

const HEX = /^[0-9a-f]{1,40}$/
const WHOLE_LENGTH = 40

/**
 * Parses the text. `0x` is optional; upper case and surrounding blanks do not matter. A lone beginning of
 * `0x` is an empty search.
 */
export const readSearch = (text: string): SearchText => {
  const typed = readPastedAddress(text).toLowerCase()
  if (typed === '' || typed === '0x') return { kind: 'nothing' }
  const digits = typed.startsWith('0x') ? typed.slice(2) : typed
  if (!HEX.test(digits)) return { kind: 'invalid' }
  return { kind: digits.length === WHOLE_LENGTH ? 'whole' : 'start', search: `0x${digits}` }
}
