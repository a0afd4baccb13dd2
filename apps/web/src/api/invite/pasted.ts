/**
 * An address in pasted text: chat programs add full-width or zero-width characters, punctuation and `0X`,
 * and the text may be a whole link.
 */
const ADDRESS = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/gi
/** Maximum length of pasted text: a whole link, encoded inside another one. */
export const PASTED_MAX = 500
/** Limit of nested encodings, such as of a link inside a wallet's link. */
const MAX_DECODINGS = 3

/** Removes surrounding blanks and invisible characters, and turns full-width ones into ASCII. */
const seen = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a % that encodes nothing
  }
}

/** Visible form of a text, with percent-encoding decoded. */
export const readPasted = (text: string): string => {
  let decoded = text
  for (let i = 0; i < MAX_DECODINGS && decoded.includes('%'); i += 1) decoded = decode(decoded)
  return seen(decoded)
}

/** Single address in pasted text; the visible text if there is none, or more than one. */
export const readPastedAddress = (text: string): string => {
  const pasted = readPasted(text)
  const [found, ...others] = new Set(pasted.match(ADDRESS)?.map((one) => one.replace(/^0X/, '0x')))
  return found !== undefined && others.length === 0 ? found : pasted
}
