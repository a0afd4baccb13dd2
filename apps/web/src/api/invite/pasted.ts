/**
 * An address in text as it is pasted: chat programs add full-width or zero-width characters, punctuation and
 * `0X`, and what is pasted may be a whole link.
 */
const ADDRESS = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/gi
/** Length of what a field takes: a whole link, encoded inside another one. */
export const PASTED_MAX = 500
/** Of a link inside a link (a wallet's, say). */
const MAX_DECODINGS = 3

/** Without blanks around it and without characters that are not seen; full-width ones in ASCII. */
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

/** What a person sees of the text, with what is percent-encoded in it decoded. */
export const readPasted = (text: string): string => {
  let decoded = text
  for (let i = 0; i < MAX_DECODINGS && decoded.includes('%'); i += 1) decoded = decode(decoded)
  return seen(decoded)
}

/** The one address in what was pasted; the text as it is seen where there is none, or more than one. */
export const readPastedAddress = (text: string): string => {
  const pasted = readPasted(text)
  const [found, ...others] = new Set(pasted.match(ADDRESS)?.map((one) => one.replace(/^0X/, '0x')))
  return found !== undefined && others.length === 0 ? found : pasted
}
