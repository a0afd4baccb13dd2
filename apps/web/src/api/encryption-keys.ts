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
 * Caches the server's public key until the server rejects it as unknown (30005). The same answer sets the
 * clock of request timestamps.
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
