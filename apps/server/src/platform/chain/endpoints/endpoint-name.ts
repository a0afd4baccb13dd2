import { createHash } from 'node:crypto'

/** Place in the configuration and host: what may be secret in the URL is left out. For logs and metrics. */
export const endpointName = (url: string, index: number): string => `${index + 1}:${new URL(url).host}`

/** The same for one URL in every process, in whichever order its endpoints are configured. */
export const endpointFingerprint = (url: string): string =>
  createHash('sha256').update(url).digest('hex').slice(0, 32)
