/** Settings of both sides of the signing process: the API, and the process itself. */

import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import * as z from 'zod'
import { OTHERS_MODE, readText } from './config-files.ts'
import { ConfigError, type SignerEndpoint, type SignerTls } from './config-types.ts'

const UNIX = 'unix:'

const isSocket = (text: string): boolean => text.startsWith(UNIX) && isAbsolute(text.slice(UNIX.length))
const isHttps = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && url.pathname === '/' && url.search === '' && url.username === ''
}

/** `unix:/…` or `https://host:port`: connections to another host are always encrypted. */
export const signerUrl = z
  .string()
  .refine((text) => isSocket(text) || isHttps(text), 'unix:/path/of/the.sock or https://host:port')

/** PEM files of this side: its certificate, its key, and the other's authority. */
export const signerTlsSettings = {
  SIGNER_TLS_CERT: z.string().optional(),
  SIGNER_TLS_KEY: z.string().optional(),
  SIGNER_TLS_CA: z.string().optional(),
}
type TlsSettings = { readonly [Name in keyof typeof signerTlsSettings]?: string | undefined }

export const socketOf = (url: string): string | undefined =>
  url.startsWith(UNIX) ? url.slice(UNIX.length) : undefined

const readPem = (settings: TlsSettings, name: keyof TlsSettings): string => {
  const path = settings[name]
  if (path === undefined) throw new ConfigError(`${name}: needed for https, a PEM file`)
  const text = readText(path, name)
  if (!text.includes('-----BEGIN ')) throw new ConfigError(`${name}: ${path} is no PEM file`)
  return text
}

/** Throws ConfigError naming a missing file, or a key that others can read in production. */
export const readSignerTls = (settings: TlsSettings, local: boolean): SignerTls => {
  const { SIGNER_TLS_KEY: key } = settings
  const tls = {
    cert: readPem(settings, 'SIGNER_TLS_CERT'),
    key: readPem(settings, 'SIGNER_TLS_KEY'),
    ca: readPem(settings, 'SIGNER_TLS_CA'),
  }
  if (!local && key !== undefined && (statSync(key).mode & OTHERS_MODE) !== 0) {
    throw new ConfigError(`SIGNER_TLS_KEY: ${key} can be read by others: chmod 600`)
  }
  return tls
}

/** Address of an API's signing process; undefined if it signs with its own key files. */
export const signerEndpointOf = (
  settings: TlsSettings & { readonly SIGNER_URL?: string | undefined },
  local: boolean,
): SignerEndpoint | undefined => {
  const { SIGNER_URL: url } = settings
  if (url === undefined) return undefined
  const socket = socketOf(url)
  return socket === undefined ? { url, tls: readSignerTls(settings, local) } : { socket }
}
