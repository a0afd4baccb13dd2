/** Sheets in the app's sources, which must all be opened in each engine. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../apps/web/src/', import.meta.url))

/** Sheets that no engine opens, each with the reason. */
export const NEVER_OPENED: Readonly<Record<string, string>> = {
  release: 'only a build with release keys has it: opened in Chromium by e2e/specs/release',
}

/**
 * Names of the sheets in the page, each of the file that renders it
 * (apps/web/src/ui/sheet/sheet-names.test.ts).
 */
export const sourceSheets = (): string[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && /<Sheet\s/.test(readFileSync(join(source, file), 'utf8')))
    .map((file) => basename(file, '.tsx').replace(/-sheet$/, ''))
    .sort()
