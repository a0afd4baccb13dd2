import { type DestinationStream, type Logger, pino } from 'pino'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Never logged, at any depth of an object: keys, tokens, passwords, other credentials. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'token',
  'password',
  'paymentPassword',
  'oldPassword',
  'emailCode',
  'email',
  'pepper',
  'privateKey',
  'signature',
  'secret',
  'databaseUrl',
  'databaseDirectUrl',
  'headers.key',
]

const redacted = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`])

/**
 * Endpoints carry keys in user, path or query, and errors of every library quote them: host and port are
 * enough to know. What is before the last `@` is user and password; what follows a colon and is no port may
 * be a password whose `/` was not encoded.
 */
const URL_FORM =
  /\b(https?|wss?|smtps?|postgres(?:ql)?):\/\/(?:[^\s"\\/?#]*@)?((?:\[[^\s"\\\]]*\]|[^\s"\\/?#:,)[]*)(?::\d+)?)[^\s"\\)]*/gi
const withoutUrls = (line: string): string => line.replace(URL_FORM, '$1://$2/…')

/** Shorter parts of a path or a query are a version or a network's name, and no key. */
const KEY_LENGTH_MIN = 12
const PASSWORD_LENGTH_MIN = 6

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a % that encodes nothing
  }
}

/** What may be a secret in an endpoint: its password, and long parts of a provider's path and query. */
const secretParts = (endpoint: string): readonly string[] => {
  if (!URL.canParse(endpoint)) return []
  const { protocol, password, pathname, searchParams } = new URL(endpoint)
  // A database's path is its name.
  const parts = /^(?:http|ws)/.test(protocol) ? [...pathname.split('/'), ...searchParams.values()] : []
  const found = [
    ...parts.filter(({ length }) => length >= KEY_LENGTH_MIN),
    ...(password.length >= PASSWORD_LENGTH_MIN ? [password] : []),
  ]
  return found.flatMap((part) => [part, decoded(part), encodeURIComponent(part)])
}

/**
 * Hides what else than a URL repeats a part of an endpoint's: a provider may quote the key that it refuses.
 * Endpoints are those of the settings whose names end in `URL` or `URLS`, but for the public ones.
 */
export const hideSecretsOf = (settings: NodeJS.ProcessEnv): ((line: string) => string) => {
  const secrets = Object.entries(settings)
    .filter(([name]) => /_URLS?$/.test(name) && !name.startsWith('PUBLIC_'))
    .flatMap(([, value = '']) => value.split(',').flatMap((one) => secretParts(one.trim())))
    // A longer one may contain a shorter one.
    .toSorted((a, b) => b.length - a.length)
  return (line) => secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), withoutUrls(line))
}

/** With the endpoints of this process. */
export const hideUrls = hideSecretsOf(process.env)

/** JSON lines, on standard output by default; times in UTC, secrets blanked. */
export const createLogger = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redacted, censor: '[secret]' },
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: hideUrls },
    },
    destination ?? pino.destination(1),
  )
