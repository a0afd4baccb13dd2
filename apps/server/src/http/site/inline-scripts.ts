import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

/** `'sha256-…'` of every inline script of the page, as in a content security policy. */
const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

/** The same for the app's own entry page; empty if there is no built app (`serveSite` reports that). */
export const siteScriptHashes = (directory: string | undefined): string[] => {
  const entry = directory === undefined ? undefined : join(directory, 'index.html')
  return entry !== undefined && existsSync(entry) ? inlineScriptHashes(readFileSync(entry, 'utf8')) : []
}
