/**
 * Security headers. The app runs only its own scripts, and connects only to this server and the chain's
 * endpoints.
 */
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify from 'fastify'

export interface ContentSecurity {
  /** Chain endpoints (and WalletConnect's, where it is configured) that the app connects to. */
  readonly connectSources: readonly string[]
  /** Served over TLS: sends HSTS, so that browsers never connect without. */
  readonly secure: boolean
}

/** What WalletConnect needs, only where a project id is configured. */
export const WALLET_CONNECT_SOURCES = [
  'https://*.walletconnect.com',
  'https://*.walletconnect.org',
  'wss://*.walletconnect.com',
  'wss://*.walletconnect.org',
] as const

/**
 * The headers that helmet sets. They are the same on every answer, so they are read once, from a separate
 * app, and not on each request.
 */
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
 * A page's policy as the app's own document has it: while it is read, scripts inside it run, since wallets'
 * browsers put their provider there. Its last element then adds the strict `script-src` for as long as the
 * page lives (apps/web/index.html, ADR 0066).
 */
export const entryPolicy = (headers: Readonly<Record<string, string>>): string =>
  headers['content-security-policy']?.replace(
    "script-src 'self'",
    "script-src 'self' 'unsafe-inline';script-src-attr 'none'",
  ) ?? ''

/** What says something about an answer that no browser shows as a page (OWASP, REST Security Cheat Sheet). */
const OF_CALLS = [
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
]

/** Of the answer to a call, a kilobyte less than a page's. `headers`: a page's. */
export const callHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => OF_CALLS.includes(name))),
})

/** Headers of whatever may be a page: no script inside it runs. */
export const securityHeaders = async ({
  connectSources,
  secure,
}: ContentSecurity): Promise<Record<string, string>> =>
  headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The build puts the style sheet into the page; styles can't read what they style.
        styleSrc: ["'self'", "'unsafe-inline'"],
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
    // Wallets that open a window of their own answer through `window.opener`.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
