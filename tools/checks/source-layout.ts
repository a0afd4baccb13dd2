/** Layout of a source folder: number of files in a folder, and no test support among them. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Maximum of files in a folder, including tests. */
export const FLAT_FILES_MAX = 30

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** All files below `root`, by relative path. */
export const filesBelow = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replace(/^\//, ''))

/** Folders with more than `FLAT_FILES_MAX` of `files`, with the number: `modules/mining: 46`. */
export const flatFolders = (files: readonly string[]): string[] =>
  [...Map.groupBy(files, dirname)]
    .filter(([, flat]) => flat.length > FLAT_FILES_MAX)
    .map(([folder, flat]) => `${folder}: ${flat.length}`)

const SUPPORT_FOLDER = /(^|\/)(testing|test|tests|__tests__|fixtures|mocks|__mocks__)\//
const SUPPORT_IMPORT = /from '(vitest|fast-check|@dr\/test-kit)(\/[^']*)?'/

/** Files that serve only tests without being tests: by name, folder, or imports. */
export const testSupport = (root: string, files: readonly string[]): string[] =>
  files.filter(
    (file) =>
      !isTest(file) &&
      (/^test-|\.fixture\./.test(basename(file)) ||
        SUPPORT_FOLDER.test(file) ||
        (/\.tsx?$/.test(file) && SUPPORT_IMPORT.test(readFileSync(join(root, file), 'utf8')))),
  )
