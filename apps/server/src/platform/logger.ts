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
export const hideUrls = (line: string): string => line.replace(URL_FORM, '$1://$2/…')

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
