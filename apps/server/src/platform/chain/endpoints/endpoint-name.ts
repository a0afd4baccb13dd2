import { createHash } from 'node:crypto'

/**
 * Position in the configuration and host, without the possibly secret rest of the URL. For logs and metrics.
 */
export const endpointName = (url: string, index: number): string => `${index + 1}:${new URL(url).host}`

/** Fingerprint of a URL, the same in every process, independent of the configured order. */
export const endpointFingerprint = (url: string): string =>
  createHash('sha256').update(url).digest('hex').slice(0, 32)
