import { readPastedAddress } from '../../api/invite/pasted.ts'

/** Something typed into the search field, read as an address or its start. */
export type SearchText =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'start' | 'whole'; readonly search: string }

const HEX = /^[0-9a-f]{1,40}$/
const WHOLE_LENGTH = 40

/**
 * `0x` may be left out, and capitals and blanks around do not matter. One or two characters that are only the
 * beginning of `0x` ask for nothing yet.
 */
export const readSearch = (text: string): SearchText => {
  const typed = readPastedAddress(text).toLowerCase()
  if (typed === '' || typed === '0x') return { kind: 'nothing' }
  const digits = typed.startsWith('0x') ? typed.slice(2) : typed
  if (!HEX.test(digits)) return { kind: 'invalid' }
  return { kind: digits.length === WHOLE_LENGTH ? 'whole' : 'start', search: `0x${digits}` }
}
