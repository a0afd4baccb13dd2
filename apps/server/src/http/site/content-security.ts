/**
 * Security headers. The app runs only its own scripts, and connects only to this server and the chain's
 * endpoints.
 */
import { createHash } from 'node:crypto'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify from 'fastify'

export interface ContentSecurity {
  /** Chain endpoints (and WalletConnect's, if configured) to which the app connects. */
  readonly connectSources: readonly string[]
  /** Whether it is served over TLS: then HSTS is sent, so that browsers never connect without. */
  readonly secure: boolean
}

/** Sources for WalletConnect, only if a project id is configured. */
export const WALLET_CONNECT_SOURCES = [
  'https://*.walletconnect.com',
  'https://*.walletconnect.org',
  'wss://*.walletconnect.com',
  'wss://*.walletconnect.org',
] as const

/** The headers that helmet sets, read once from a separate app, since they are the same on every response. */
const headersOf = async (options: FastifyHelmetOptions): Promise<Record<string, string>> => {
  const app = Fastify()
  await app.register(helmet, options)
  app.get('/', (_, reply) => reply.code(204).send())
  const { headers } = await app.inject('/')
  await app.close()
  const { date: _date, connection: _connection, ...fixed } = headers
  return fixed as Record<string, string>
}

/**
 * A page's policy for the app's own document: while it loads, inline scripts run, since wallets' browsers
 * insert their provider there. Its last element then adds the strict `script-src` for the lifetime of the
 * page (apps/web/index.html, ADR 0066).
 */
export const entryPolicy = (headers: Readonly<Record<string, string>>, document: string): string => {
  // The build puts the style sheet into the document.
  const styles = [...document.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, style = '']) => ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )
  return (headers['content-security-policy'] ?? '')
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline';script-src-attr 'none'")
    .replace("style-src 'self'", `style-src 'self'${styles.join('')}`)
}

/** Headers that matter for responses which no browser shows as a page (OWASP, REST Security Cheat Sheet). */
const OF_CALLS = [
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
]

/** Headers of a call's response, a kilobyte less than a page's. `headers`: a page's. */
export const callHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => OF_CALLS.includes(name))),
})

/** Features of browsers that the app never uses. */
const NEVER_ASKED = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb']

/** Headers of responses that may be a page: no inline script runs. */
export const securityHeaders = async ({
  connectSources,
  secure,
}: ContentSecurity): Promise<Record<string, string>> => ({
  'permissions-policy': NEVER_ASKED.map((feature) => `${feature}=()`).join(', '),
  ...(await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // Wallets announce themselves with data: icons (EIP-6963).
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...connectSources],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        frameSrc: connectSources.some((source) => source.includes('walletconnect'))
          ? ['https://verify.walletconnect.com', 'https://verify.walletconnect.org']
          : ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Wallets that open their own window answer through `window.opener`.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // The same as frame-ancestors, for browsers that do not know it.
    frameguard: { action: 'deny' },
  })),
})
