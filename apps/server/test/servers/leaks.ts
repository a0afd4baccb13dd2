/** Text that must never be in an answer or a log: internals, and secrets. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Internals: stacks, files, SQL, drivers' and system errors. */
const INTERNALS =
  /\bat \S+ \(|\.[jt]s:\d+|node_modules|\/(?:tmp|home|work|usr)\/|\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) |relation "|syntax error|violates|SQLSTATE|postgres|pg_|ECONN|EACCES|ENOENT|TypeError|RangeError|Cannot read|undefined is not/

const filesOf = (directory: string): string[] =>
  readdirSync(directory).flatMap((name) => {
    const path = join(directory, name)
    return statSync(path).isDirectory() ? filesOf(path) : [path]
  })

const SECRET_FIELDS = ['pkcs8']

/** Contents of the secret files in the forms that a text might have: keys with and without `0x`. */
export const readSecrets = (directory: string): readonly string[] =>
  filesOf(directory).flatMap((path) => {
    const text = readFileSync(path, 'utf8').trim()
    if (!path.endsWith('.json')) return [text.replace(/^0x/, '')]
    const fields = JSON.parse(text) as Record<string, string>
    return SECRET_FIELDS.map((name) => (fields[name] ?? '').slice(0, 64)).filter((value) => value !== '')
  })

/** The internals and secrets that a text contains. */
export const leaksIn = (text: string, secrets: readonly string[]): string[] => [
  ...(INTERNALS.exec(text) ?? []).slice(0, 1),
  ...secrets.filter((secret) => text.includes(secret)).map(() => 'a secret'),
]
