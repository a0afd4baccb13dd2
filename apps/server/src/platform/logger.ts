import { TOKENS } from '@dr/protocol/tokens'
import { type DestinationStream, type Logger, pino } from 'pino'
import { standardOutput } from './log-stream.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Fields redacted at any depth of an object: keys, tokens, passwords, other credentials. */
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

/** Fields of a database's error that quote a statement's values, or the whole row: an e-mail among them. */
const VALUE_FIELDS = ['err.detail', 'err.params']

const redacted = [
  ...SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`]),
  ...VALUE_FIELDS,
]

const SYMBOLS: readonly unknown[] = TOKENS

/**
 * Redacts `token`, a session's token, unless it is a symbol of the chain's: an alarm has to name the token.
 */
const censor = (value: unknown, path: readonly string[]): unknown =>
  path.at(-1) === 'token' && SYMBOLS.includes(value) ? value : '[secret]'

/**
 * Endpoints contain keys in user, path or query, and errors of every library quote them: only host and port
 * are shown. The text before the last `@` is user and password; text after a colon that is not a port may be
 * a password whose `/` was not encoded.
 */
const URL_FORM =
  /\b(https?|wss?|smtps?|postgres(?:ql)?):\/\/(?:[^\s"\\/?#]*@)?((?:\[[^\s"\\\]]*\]|[^\s"\\/?#:,)[]*)(?::\d+)?)[^\s"\\)]*/gi
const withoutUrls = (line: string): string => line.replace(URL_FORM, '$1://$2/…')

/** Shorter parts of an endpoint are a version, a network's name or a word, not a key. */
const KEY_LENGTH_MIN = 12
const PASSWORD_LENGTH_MIN = 8

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a % that encodes nothing
  }
}

/** Possible secrets in an endpoint: its password, and long parts of a provider's address. */
const secretParts = (endpoint: string): readonly string[] => {
  if (!URL.canParse(endpoint)) return []
  const { protocol, username, password, pathname, searchParams } = new URL(endpoint)
  // A database's user and path are names.
  const isProvider = /^(?:http|ws)/.test(protocol)
  const parts = isProvider ? [username, ...pathname.split('/'), ...[...searchParams].flat()] : []
  const passwords = [password, ...searchParams.getAll('password')]
  return [
    ...parts.filter(({ length }) => length >= KEY_LENGTH_MIN),
    ...passwords.filter(({ length }) => length >= PASSWORD_LENGTH_MIN),
  ]
}

/** The part as in the endpoint, in a sentence, encoded, and in a line of JSON. */
const formsOf = (part: string): readonly string[] =>
  [part, decoded(part), encodeURIComponent(part)].flatMap((form) => [form, JSON.stringify(form).slice(1, -1)])

/**
 * Hides parts of endpoints outside URLs: a provider may quote the key that it refuses. Endpoints are those of
 * the settings whose names end in `URL` or `URLS`, except the public ones.
 */
export const hideSecretsOf = (settings: NodeJS.ProcessEnv): ((line: string) => string) => {
  const endpoints = Object.entries(settings)
    .filter(([name]) => /_URLS?$/.test(name) && !name.startsWith('PUBLIC_'))
    .flatMap(([name, value = '']) => (name.endsWith('S') ? value.split(',') : [value]))
  const secrets = new Set(endpoints.flatMap((one) => secretParts(one.trim())).flatMap(formsOf))
  if (secrets.size === 0) return withoutUrls
  // A longer one may contain a shorter one; a part of a word or a number is neither.
  const words = [...secrets]
    .toSorted((a, b) => b.length - a.length)
    .map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const secret = new RegExp(`(?<!\\w)(?:${words.join('|')})(?!\\w)`, 'g')
  return (line) => withoutUrls(line).replace(secret, '[secret]')
}

/** For the endpoints of this process. */
export const hideUrls = hideSecretsOf(process.env)

/** JSON lines, on standard output by default; times in UTC, secrets redacted. */
export const createLogger = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redacted, censor },
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: hideUrls },
    },
    destination ?? standardOutput,
  )
