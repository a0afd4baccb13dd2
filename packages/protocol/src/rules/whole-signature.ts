const COMPACT_CHARACTERS = 2 + 64 * 2
const S_AT = 2 + 32 * 2
const PARITY_BIT = 1n << 255n

/**
 * A key's signature in 65 bytes (r, s, v), also from the 64 bytes of EIP-2098, whose `s` has the parity of
 * `v` in its highest bit. Bytes of any other length are returned unchanged.
 */
export const wholeSignature = (signature: `0x${string}`): `0x${string}` => {
  if (signature.length !== COMPACT_CHARACTERS) return signature
  const parityAndS = BigInt(`0x${signature.slice(S_AT)}`)
  const s = parityAndS % PARITY_BIT
  const v = parityAndS >= PARITY_BIT ? '1c' : '1b'
  return `${signature.slice(0, S_AT) as `0x${string}`}${s.toString(16).padStart(64, '0')}${v}`
}
