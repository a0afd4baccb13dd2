/**
 * The request envelope (requirement §7, docs/product.md 11), with WebCrypto so that browser and server run
 * the same code: a new 16-character key encrypts the JSON body by AES-128-GCM (12-byte IV;
 * `METHOD\npath\ntimestamp` as additional data), and RSA-2048-OAEP-SHA-256 encrypts the key. It is used in
 * addition to TLS.
 */
import { REQUEST_KEY_LENGTH } from './constants.ts'

export const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const RSA_OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' } as const
/** `CryptoKey` in a form that both the browser's and Node's types have. */
export type EnvelopeKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>
const IV_BYTES = 12
const TAG_BYTES = 16

export interface EnvelopeContext {
  readonly method: string
  /** Path without query, as sent. */
  readonly path: string
  /** Milliseconds since the epoch, as in the `timestamp` header. */
  readonly timestamp: string
}

export interface SealedRequest {
  readonly headers: { readonly key: string; readonly 'key-id': string; readonly timestamp: string }
  readonly body: { readonly data: string }
}

/** An envelope that cannot be decrypted, with the part, which determines the answer 30004, 30005 or 10002. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError'
  readonly part: 'key' | 'data'
  constructor(part: 'key' | 'data', options?: ErrorOptions) {
    super(`the envelope's ${part} cannot be opened`, options)
    this.part = part
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/**
 * Strict base64 → bytes; null if it is invalid or not canonical: a `key` header with its unused last bits
 * set would decrypt as well, and count as a new request.
 */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const binary = atob(text)
  if (btoa(binary) !== text) return null
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

const additionalData = ({ method, path, timestamp }: EnvelopeContext) =>
  encoder.encode(`${method.toUpperCase()}\n${path}\n${timestamp}`)

/** Generates 16 characters of A–Z a–z 0–9 from a cryptographic source, without modulo bias. */
export const freshKey = (): string => {
  let key = ''
  while (key.length < REQUEST_KEY_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(REQUEST_KEY_LENGTH * 2))) {
      // 248 = 4 × 62: larger bytes would make the first letters more likely.
      if (byte < 248 && key.length < REQUEST_KEY_LENGTH) key += KEY_ALPHABET[byte % KEY_ALPHABET.length]
    }
  }
  return key
}

const importAes = (raw: Uint8Array<ArrayBuffer>, usage: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, [usage])

export const importPublicKey = (spkiBase64: string): Promise<EnvelopeKey> => {
  const spki = fromBase64(spkiBase64)
  if (!spki) throw new EnvelopeError('key')
  return crypto.subtle.importKey('spki', spki, RSA_OAEP, false, ['encrypt'])
}

export const sealRequest = async (input: {
  readonly publicKey: EnvelopeKey
  readonly keyId: string
  readonly context: EnvelopeContext
  readonly body: unknown
}): Promise<SealedRequest> => {
  const rawKey = encoder.encode(freshKey())
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const [encryptedKey, ciphertext] = await Promise.all([
    crypto.subtle.encrypt(RSA_OAEP, input.publicKey, rawKey),
    crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: additionalData(input.context) },
      await importAes(rawKey, 'encrypt'),
      encoder.encode(JSON.stringify(input.body)),
    ),
  ])
  const data = new Uint8Array(IV_BYTES + ciphertext.byteLength)
  data.set(iv)
  data.set(new Uint8Array(ciphertext), IV_BYTES)
  return {
    headers: {
      key: toBase64(new Uint8Array(encryptedKey)),
      'key-id': input.keyId,
      timestamp: input.context.timestamp,
    },
    body: { data: toBase64(data) },
  }
}

/**
 * Decrypts a request of `sealRequest`; returns its JSON value. Throws `EnvelopeError` for data that was not
 * encrypted for this request.
 */
export const openRequest = async (input: {
  readonly privateKey: EnvelopeKey
  readonly key: string
  readonly data: string
  readonly context: EnvelopeContext
}): Promise<unknown> => {
  const encryptedKey = fromBase64(input.key)
  if (!encryptedKey) throw new EnvelopeError('key')
  const data = fromBase64(input.data)
  if (!data || data.length < IV_BYTES + TAG_BYTES) throw new EnvelopeError('data')
  const rawKey = await crypto.subtle
    .decrypt(RSA_OAEP, input.privateKey, encryptedKey)
    .catch((cause: unknown) => Promise.reject(new EnvelopeError('key', { cause })))
  if (rawKey.byteLength !== REQUEST_KEY_LENGTH) throw new EnvelopeError('key')
  const aes = await importAes(new Uint8Array(rawKey), 'decrypt')
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: data.subarray(0, IV_BYTES), additionalData: additionalData(input.context) },
      aes,
      data.subarray(IV_BYTES),
    )
    return JSON.parse(decoder.decode(plain)) as unknown
  } catch (cause) {
    throw new EnvelopeError('data', { cause })
  }
}
