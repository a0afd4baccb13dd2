import type { ResponseOf } from '@dr/protocol/call'
import { importPublicKey } from '@dr/protocol/envelope'
import { deviceNow, setServerTime } from '../ui/clock.ts'
import type { CallOf } from './endpoints.ts'

export interface EncryptionKey {
  readonly keyId: string
  readonly publicKey: CryptoKey
}
type KeysAnswer = ResponseOf<CallOf<'publicKeys'>>

/**
 * The server's public key, fetched once and kept until the server says it no longer knows it (30005). The
 * same answer sets the clock that request timestamps follow.
 */
export const createKeyCache = (fetchKeys: () => Promise<KeysAnswer>) => {
  let current: Promise<EncryptionKey> | null = null

  const load = async (): Promise<EncryptionKey> => {
    const askedAt = deviceNow()
    const { keys, serverTime } = await fetchKeys()
    setServerTime({ serverTime, askedAt, answeredAt: deviceNow() })
    const first = keys[0]
    if (first === undefined) throw new TypeError('the server offers no encryption key')
    return { keyId: first.keyId, publicKey: await importPublicKey(first.spki) }
  }

  return {
    get(): Promise<EncryptionKey> {
      current ??= load().catch((error: unknown) => {
        current = null
        throw error
      })
      return current
    },
    forget(): void {
      current = null
    },
  }
}
