/**
 * secp256k1 signatures: by libsecp256k1's binding where its npm package has one for this machine, else by
 * viem's library (the same signatures, both after RFC 6979, ten times slower). Only the package's binding is
 * used, not its JavaScript.
 */

import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Hex, recoverAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { lowerHex } from '../../../platform/hex.ts'

/** Signs a digest, and recovers the signer from the signature; undefined if that is another address. */
export type SignDigest = (digest: Hex) => Promise<Hex | undefined>

type Native = typeof import('secp256k1/bindings.js').default

const V_BASE = 27

/** Undefined if the package has no binding for this machine, and none was built. */
export const loadNative = async (): Promise<Native | undefined> => {
  try {
    return (await import('secp256k1/bindings.js')).default
  } catch {
    return undefined // viem's library signs the same
  }
}

const bytesOf = (hex: Hex): Uint8Array => Buffer.from(hex.slice(2), 'hex')

export const signNatively = (native: Native, key: Hex): SignDigest => {
  const secret = bytesOf(key)
  const publicKey = Buffer.from(native.publicKeyCreate(secret))
  return async (digest) => {
    const message = bytesOf(digest)
    const { signature, recid } = native.ecdsaSign(message, secret)
    if (!publicKey.equals(native.ecdsaRecover(signature, recid, message))) return undefined
    return `0x${Buffer.from(signature).toString('hex')}${(V_BASE + recid).toString(16)}`
  }
}

export const signByViem = (key: Hex): SignDigest => {
  const account = privateKeyToAccount(key)
  return async (digest) => {
    const signature = await account.sign({ hash: digest })
    return (await recoverAddress({ hash: digest, signature })) === account.address ? signature : undefined
  }
}

export const createSignDigest = async (key: Hex): Promise<SignDigest> => {
  const native = await loadNative()
  return native ? signNatively(native, key) : signByViem(key)
}

const V_AT = 130

const recoverNatively = (native: Native, digest: Hex, signature: Hex): Hex => {
  const compact = bytesOf(signature.slice(0, V_AT) as Hex)
  const recid = Number.parseInt(signature.slice(V_AT), 16) - V_BASE
  const key = Buffer.from(native.ecdsaRecover(compact, recid, bytesOf(digest), false))
  return `0x${Buffer.from(keccak_256(key.subarray(1)))
    .toString('hex')
    .slice(-40)}`
}

/** Address of the key, lower case. Throws for an invalid signature. */
export const recoverSigner = async ({
  digest,
  signature,
}: {
  readonly digest: Hex
  readonly signature: Hex
}): Promise<Hex> => {
  const native = await loadNative()
  if (native) return recoverNatively(native, digest, signature)
  return lowerHex(await recoverAddress({ hash: digest, signature }))
}
